import {
  ChoiceListMember,
  EmailMember,
  IdMember,
  InstantMember,
  scopes,
  TextMember,
} from '../../../platform/http/index.js';

/** Who one is, as the access token says. */
export class MeResponse {
  @IdMember({
    description: 'The user that the token belongs to.',
    example: '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b12',
  })
  user_id!: string;

  @EmailMember({ description: 'E-mail address of the user.', example: 'crm-sync@example.com' })
  email_address!: string;

  @IdMember({ description: 'The organization.', example: '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b10' })
  organization_id!: string;

  @TextMember({ description: 'Name of the organization.', example: 'Northwind Consulting' })
  organization_name!: string;

  @IdMember({ description: 'The token.', example: '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b13' })
  token_id!: string;

  @TextMember({ description: 'What the token is for.', example: 'HubSpot sync' })
  token_name!: string;

  @ChoiceListMember(scopes, { description: 'What the token allows.', example: ['read', 'write'] })
  scopes!: string[];

  @InstantMember({
    description: 'From when on it is refused.',
    example: '2027-11-21T00:00:00.000Z',
    nullable: true,
  })
  expires_date!: string | null;
}
