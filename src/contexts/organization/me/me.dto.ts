import { ApiSchema } from '@nestjs/swagger';
import {
  ChoiceListMember,
  EmailMember,
  IdMember,
  InstantMember,
  scopeChoices,
  TextMember,
} from '../../../platform/http/index.js';

@ApiSchema({ description: 'Who one is, as the access token says.' })
export class MeResponse {
  @IdMember({ of: 'user', description: 'The user that the token belongs to.' })
  user_id!: string;

  @EmailMember({ description: 'E-mail address of the user.', example: 'crm-sync@example.com' })
  email_address!: string;

  @IdMember({ of: 'organization', description: 'The organization.' })
  organization_id!: string;

  @TextMember({ description: 'Name of the organization.', example: 'Northwind Consulting' })
  organization_name!: string;

  @IdMember({ of: 'token', description: 'The token.' })
  token_id!: string;

  @TextMember({ description: 'What the token is for.', example: 'HubSpot sync' })
  token_name!: string;

  @ChoiceListMember(scopeChoices, { description: 'What the token allows.', example: ['read', 'write'] })
  scopes!: string[];

  @InstantMember({
    description: 'From when on it is refused.',
    example: '2027-11-21T00:00:00.000Z',
    nullable: true,
  })
  expires_date!: string | null;
}
