import { Controller } from '@nestjs/common';
import { ApiResource, CurrentCaller, GetRoute, type Caller } from '../../../platform/http/index.js';
import { OrganizationService } from '../organizations/organization.service.js';
import { AccessTokenService } from '../access-tokens/access-token.service.js';
import { UserService } from '../users/user.service.js';
import { MeResponse } from './me.dto.js';

type Credential = Pick<MeResponse, 'credential' | 'token_id' | 'token_name' | 'expires_date'>;

@Controller({ path: 'me', version: '1' })
@ApiResource('Organization', 'organization')
export class MeController {
  constructor(
    private readonly tokens: AccessTokenService,
    private readonly users: UserService,
    private readonly organizations: OrganizationService,
  ) {}

  @GetRoute({
    response: MeResponse,
    scope: 'none',
    summary: 'Who am I?',
    description:
      'Returns the user, the organization, and what the access token, the JWT of the provider, or the session of who is signed in, allows at the moment.',
  })
  async getMe(@CurrentCaller() caller: Caller): Promise<MeResponse> {
    const { organizationId, userId, scopes } = caller;
    const [organization, user, credential] = await Promise.all([
      this.organizations.get(organizationId),
      this.users.get(organizationId, userId),
      this.credentialOf(caller),
    ]);
    return {
      ...credential,
      user_id: user.id,
      email_address: user.email_address,
      organization_id: organization.id,
      organization_name: organization.name,
      scopes: [...scopes],
    };
  }

  private async credentialOf({ organizationId, tokenId, session, bearer }: Caller): Promise<Credential> {
    const short = session ?? bearer;
    if (short || tokenId === null) {
      const credential = session ? 'session' : 'bearer';
      const expires_date = short?.expiresAt.toISOString() ?? null;
      return { credential, token_id: null, token_name: null, expires_date };
    }
    const { id, name, expires_date } = await this.tokens.get(organizationId, tokenId);
    return { credential: 'access_token', token_id: id, token_name: name, expires_date };
  }
}
