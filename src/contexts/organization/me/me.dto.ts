import { ApiSchema } from '@nestjs/swagger';
import {
  ChoiceListMember,
  ChoiceMember,
  choices,
  EmailMember,
  IdMember,
  InstantMember,
  scopeChoices,
  TextMember,
} from '../../../platform/http/index.js';

const credentials = ['access_token', 'session', 'bearer'] as const;

const credentialChoices = choices('Credential', 'What a request is authenticated with.', credentials);

@ApiSchema({ description: 'Who one is, as the access token says.' })
export class MeResponse {
  @ChoiceMember(credentialChoices, {
    description: 'What this request was authenticated with.',
    example: 'access_token',
  })
  credential!: (typeof credentials)[number];

  @IdMember({ of: 'user', description: 'The user that the token or the session belongs to.' })
  user_id!: string;

  @EmailMember({ description: 'E-mail address of the user.', example: 'crm-sync@example.com' })
  email_address!: string;

  @IdMember({ of: 'organization', description: 'The organization.' })
  organization_id!: string;

  @TextMember({ description: 'Name of the organization.', example: 'Northwind Consulting' })
  organization_name!: string;

  @IdMember({ of: 'token', description: 'The access token. Null for a session and a JWT.', nullable: true })
  token_id!: string | null;

  @TextMember({
    description: 'What the access token is for. Null for a session and a JWT.',
    example: 'HubSpot sync',
    nullable: true,
  })
  token_name!: string | null;

  @ChoiceListMember(scopeChoices, {
    description:
      'What the token or the session allows at the moment: no more than its user may do, where that is a person.',
    example: ['read', 'write'],
  })
  scopes!: string[];

  @InstantMember({
    description: 'From when on it is refused.',
    example: '2027-11-21T00:00:00.000Z',
    nullable: true,
  })
  expires_date!: string | null;
}
