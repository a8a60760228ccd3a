import { ApiProperty } from '@nestjs/swagger';
import {
  ChoiceListMember,
  EmailMember,
  IdMember,
  InstantMember,
  pageOf,
  PagingQuery,
  ResourceResponse,
  scopes,
  TextMember,
} from '../../../platform/http/index.js';

export class CreateAccessTokenRequest {
  @TextMember({ description: 'What the token is for.', example: 'HubSpot sync' })
  name!: string;

  @EmailMember({
    description: 'User that the token belongs to; made when the organization has none. Default: your own.',
    example: 'crm-sync@example.com',
    optional: true,
  })
  email_address?: string;

  @ChoiceListMember(scopes, {
    description:
      'What the token allows: `read`, `write` (includes reading), `admin` (everything), or one context.',
    example: ['sales:write', 'people:read'],
  })
  scopes!: string[];

  @InstantMember({
    description: 'From when on the token is refused. Absent or null: never.',
    example: '2027-11-21T00:00:00Z',
    optional: true,
    nullable: true,
  })
  expires_date?: string | null;
}

export class AccessTokenResponse extends ResourceResponse {
  @TextMember({ description: 'What the token is for.', example: 'HubSpot sync' })
  name!: string;

  @IdMember({
    description: 'User that the token belongs to.',
    example: '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b12',
  })
  user_id!: string;

  @EmailMember({ description: 'E-mail address of the user.', example: 'crm-sync@example.com' })
  email_address!: string;

  @ChoiceListMember(scopes, {
    description: 'What the token allows.',
    example: ['sales:write', 'people:read'],
  })
  scopes!: string[];

  @InstantMember({
    description: 'From when on it is refused.',
    example: '2027-11-21T00:00:00.000Z',
    nullable: true,
  })
  expires_date!: string | null;

  @InstantMember({
    description: 'When it was used last, to the hour.',
    example: '2026-11-21T06:00:00.000Z',
    nullable: true,
  })
  last_used_date!: string | null;

  @InstantMember({ description: 'When it was revoked.', example: '2026-12-01T09:12:00.000Z', nullable: true })
  revoked_date!: string | null;
}

export class CreatedAccessTokenResponse extends AccessTokenResponse {
  @ApiProperty({
    description: 'The token itself. Shown here and never again: only its hash is stored.',
    example: 'pda_4Uk2vSNAyE6s1qP5rTzXwYdB8mJc3LhGf7KoQeR9nVaWi1x2Hbc',
    type: 'string',
  })
  token!: string;
}

export class AccessTokenPage extends pageOf(AccessTokenResponse) {}

export class ListAccessTokensQuery extends PagingQuery {}
