import { Body, Query } from '@nestjs/common';
import {
  CreateRoute,
  CurrentCaller,
  DeleteRoute,
  GetRoute,
  IdParam,
  ListRoute,
  pageRequest,
  ResourceController,
  toPage,
  type Caller,
  type Json,
} from '../../../platform/http/index.js';
import {
  AccessTokenPage,
  AccessTokenResponse,
  CreateAccessTokenRequest,
  CreatedAccessTokenResponse,
  ListAccessTokensQuery,
} from './access-token.dto.js';
import { AccessTokenService } from './access-token.service.js';

@ResourceController('access-tokens', 'Access tokens', 'admin')
export class AccessTokenController {
  constructor(private readonly tokens: AccessTokenService) {}

  @ListRoute({
    answer: AccessTokenPage,
    summary: 'List access tokens',
    description:
      'All tokens of the organization, also expired and revoked ones, in the order in which they were made.',
  })
  async listAccessTokens(
    @CurrentCaller() caller: Caller,
    @Query() query: ListAccessTokensQuery,
  ): Promise<Json<AccessTokenPage>> {
    const page = pageRequest(query);
    return toPage(page, await this.tokens.list(caller.organizationId, page));
  }

  @CreateRoute({
    answer: CreatedAccessTokenResponse,
    summary: 'Create an access token',
    description: 'The token is in the member `token` of this answer and cannot be read again.',
  })
  createAccessToken(
    @CurrentCaller() caller: Caller,
    @Body() { name, scopes, expires_date, email_address }: CreateAccessTokenRequest,
  ): Promise<CreatedAccessTokenResponse> {
    const token = { name, scopes, expiresAt: expires_date ? new Date(expires_date) : null };
    return email_address === undefined
      ? this.tokens.create(caller.organizationId, caller.userId, token)
      : this.tokens.createFor(caller.organizationId, email_address, token);
  }

  @GetRoute({
    path: ':id',
    answer: AccessTokenResponse,
    summary: 'Get an access token',
    description: 'Everything about a token but the token itself.',
  })
  getAccessToken(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<AccessTokenResponse> {
    return this.tokens.get(caller.organizationId, id);
  }

  @DeleteRoute({
    path: ':id',
    summary: 'Revoke an access token',
    description: 'Acts at once, in every process. The token stays in the list with its `revoked_date`.',
  })
  revokeAccessToken(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<void> {
    return this.tokens.revoke(caller.organizationId, id);
  }
}
