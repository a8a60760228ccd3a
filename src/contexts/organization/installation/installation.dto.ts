import { PickType } from '@nestjs/swagger';
import {
  ChoiceListMember,
  EmailMember,
  InstantMember,
  scopeChoices,
  TextMember,
} from '../../../platform/http/index.js';
import type { CreatedAccessTokenResponse } from '../access-tokens/access-token.dto.js';
import type { SignInLinkResponse } from '../sign-in-links/sign-in-link.dto.js';

export class InstallationTokenRequest {
  @TextMember({ description: 'Name of the organization.', example: 'Northwind Consulting' })
  organization!: string;

  @EmailMember({ description: 'E-mail address of the user.', example: 'crm-sync@example.com' })
  email!: string;

  @TextMember({ description: 'What the token is for.', example: 'HubSpot sync', optional: true })
  name?: string;

  @ChoiceListMember(scopeChoices, { description: 'What the token allows.', example: ['read'], minItems: 1 })
  scopes!: string[];

  @InstantMember({
    description: 'From when on the token is refused. Absent: never.',
    example: '2027-11-21T00:00:00Z',
    optional: true,
  })
  expires?: string;
}

export class OrganizationByName extends PickType(InstallationTokenRequest, ['organization']) {}

export interface InstallationToken extends CreatedAccessTokenResponse {
  readonly organization_id: string;
  readonly is_new_organization: boolean;
}

export class InvitedUserRequest extends PickType(InstallationTokenRequest, ['organization', 'email']) {}

export interface FirstStart {
  readonly token: CreatedAccessTokenResponse;
  readonly link: SignInLinkResponse | null;
}

export interface MissingSignIn {
  readonly organization: string;
  readonly email: string;
  readonly needsRights: boolean;
  /** Otherwise at the provider alone. */
  readonly byPassword: boolean;
}
