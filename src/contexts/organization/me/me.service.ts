import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/http/index.js';
import { AccessTokenService } from '../access-tokens/access-token.service.js';
import { OrganizationService } from '../organizations/organization.service.js';
import { UserService } from '../users/user.service.js';
import type { MeResponse } from './me.dto.js';

type Credential = Pick<MeResponse, 'credential' | 'token_id' | 'token_name' | 'expires_date'>;

@Injectable()
export class MeService {
  constructor(
    private readonly tokens: AccessTokenService,
    private readonly users: UserService,
    private readonly organizations: OrganizationService,
  ) {}

  async get(caller: Caller): Promise<MeResponse> {
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
