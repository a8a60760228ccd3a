import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import {
  ChoiceListMember,
  EmailMember,
  IdMember,
  InstantMember,
  NumberMember,
  pageOf,
  PagingQuery,
  resourceOf,
  scopeChoices,
  TextMember,
} from '../../../platform/http/index.js';

export class CreateAccessTokenRequest {
  @TextMember({ description: 'What the token is for.', example: 'HubSpot sync' })
  name!: string;

  @EmailMember({
    description: 'User that the token belongs to; where the organization has none, a service is made.',
    byDefault: 'your own',
    example: 'crm-sync@example.com',
    optional: true,
  })
  email_address?: string;

  @ChoiceListMember(scopeChoices, {
    description:
      'What the token allows: `read`, `write` (includes reading), `admin` (everything), one context, or one thing more, such as `backfill`.',
    example: ['sales:write', 'people:read'],
    minItems: 1,
  })
  scopes!: string[];

  @InstantMember({
    description: 'From when on the token is refused, which must lie in the future. Absent or null: never.',
    example: '2027-11-21T00:00:00Z',
    optional: true,
    nullable: true,
  })
  expires_date?: string | null;
}

export const DEFAULT_OVERLAP_SECONDS = 86_400;

@ApiSchema({ description: 'How an access token is given another secret.' })
export class RotateAccessTokenRequest {
  @NumberMember({
    description:
      'How long the token that is replaced is accepted too, in seconds, up to 30 days. Absent: a day.',
    example: 3600,
    minimum: 0,
    maximum: 2_592_000,
    decimals: 0,
    optional: true,
  })
  overlap_seconds?: number;
}

export class AccessTokenResponse extends resourceOf('token') {
  @TextMember({ description: 'What the token is for.', example: 'HubSpot sync' })
  name!: string;

  @IdMember({ of: 'user', description: 'User that the token belongs to.' })
  user_id!: string;

  @EmailMember({
    description: 'E-mail address of the user.',
    example: 'crm-sync@example.com',
    derived: true,
  })
  email_address!: string;

  @ChoiceListMember(scopeChoices, {
    description:
      'What the token allows, as long as its user may do it. `GET /v1/me` tells what is left of it at the moment.',
    example: ['sales:write', 'people:read'],
  })
  scopes!: string[];

  @TextMember({
    description:
      'The last four characters of the token, to tell it from others. Null for tokens that were made before these were kept.',
    example: '2Hbc',
    nullable: true,
  })
  last_four!: string | null;

  @InstantMember({
    description: 'From when on it is refused.',
    example: '2027-11-21T00:00:00.000Z',
    nullable: true,
  })
  expires_date!: string | null;

  @InstantMember({
    description:
      'From when on it is refused unless it is used before. Null where tokens do not end for want of use, which the operator decides.',
    example: '2027-02-19T06:00:00.000Z',
    nullable: true,
    derived: true,
  })
  idle_expires_date!: string | null;

  @InstantMember({
    description: 'When it was used last, to the hour.',
    example: '2026-11-21T06:00:00.000Z',
    nullable: true,
    derived: true,
  })
  last_used_date!: string | null;

  @InstantMember({
    description: 'When it was rotated last.',
    example: '2026-11-28T14:30:00.000Z',
    nullable: true,
  })
  rotated_date!: string | null;

  @InstantMember({
    description: 'From when on the last of the tokens that it replaced is refused. Null: none is accepted.',
    example: '2026-11-29T14:30:00.000Z',
    nullable: true,
    derived: true,
  })
  replaced_expires_date!: string | null;

  @InstantMember({ description: 'When it was revoked.', example: '2026-12-01T09:12:00.000Z', nullable: true })
  revoked_date!: string | null;
}

@ApiSchema({ description: 'One access token with the token itself, which is shown this once.' })
export class CreatedAccessTokenResponse extends AccessTokenResponse {
  @ApiProperty({
    description: 'The token itself. Shown here and never again: only its hash is stored.',
    example: 'pda_4Uk2vSNAyE6s1qP5rTzXwYdB8mJc3LhGf7KoQeR9nVaWi1x2Hbc',
    type: 'string',
    format: 'password',
  })
  token!: string;
}

export class AccessTokenPage extends pageOf(AccessTokenResponse) {}

export class ListAccessTokensQuery extends PagingQuery {}
