import { Controller } from '@nestjs/common';
import { ApiResource, CurrentCaller, GetRoute, type Caller } from '../../../platform/http/index.js';
import { OrganizationService } from '../organizations/organization.service.js';
import { AccessTokenService } from '../access-tokens/access-token.service.js';
import { MeResponse } from './me.dto.js';

@Controller({ path: 'me', version: '1' })
@ApiResource('Organization', 'organization')
export class MeController {
  constructor(
    private readonly tokens: AccessTokenService,
    private readonly organizations: OrganizationService,
  ) {}

  @GetRoute({
    response: MeResponse,
    scope: 'none',
    summary: 'Who am I?',
    description: 'Returns the user, the organization, and what the access token allows at the moment.',
  })
  async getMe(@CurrentCaller() { organizationId, tokenId, scopes }: Caller): Promise<MeResponse> {
    const [organization, token] = await Promise.all([
      this.organizations.get(organizationId),
      this.tokens.get(organizationId, tokenId),
    ]);
    return {
      credential: 'access_token',
      user_id: token.user_id,
      email_address: token.email_address,
      organization_id: organization.id,
      organization_name: organization.name,
      token_id: token.id,
      token_name: token.name,
      scopes: [...scopes],
      expires_date: token.expires_date,
    };
  }
}
