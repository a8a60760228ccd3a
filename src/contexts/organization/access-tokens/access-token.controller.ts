import { Body, Controller, Query } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import {
  ApiResource,
  CreateRoute,
  CurrentCaller,
  DeleteRoute,
  GetRoute,
  IdParam,
  ListRoute,
  NotInBatch,
  OutcomeRoute,
  RequestedList,
  type ListAnswer,
  type ListRequest,
  type Caller,
} from '../../../platform/http/index.js';
import {
  AccessTokenPage,
  AccessTokenResponse,
  CreateAccessTokenRequest,
  CreatedAccessTokenResponse,
  DEFAULT_OVERLAP_SECONDS,
  ListAccessTokensQuery,
  RotateAccessTokenRequest,
} from './access-token.dto.js';
import { AccessTokenService } from './access-token.service.js';
import { userNotUsable } from '../users/user.rules.js';
import { tokenBeyondUser, tokenEnded, tokenLastAdmin, tokenNotFound } from './access-token.rules.js';

@Controller({ path: 'access-tokens', version: '1' })
@NotInBatch()
@ApiResource('Access tokens', 'admin', { id: tokenNotFound })
export class AccessTokenController {
  constructor(private readonly tokens: AccessTokenService) {}

  @ListRoute({
    response: AccessTokenPage,
    summary: 'List access tokens',
    description:
      'Lists all access tokens of the organization, also expired and revoked ones, in the order in which they were made.',
  })
  listAccessTokens(
    @RequestedList() list: ListRequest,
    @CurrentCaller() caller: Caller,
    @Query() query: ListAccessTokensQuery,
  ): Promise<ListAnswer<AccessTokenPage>> {
    return list.answer(query, (page) => this.tokens.list(caller.organizationId, page));
  }

  @CreateRoute({
    needsRecentSignIn: true,
    refuses: [tokenBeyondUser, userNotUsable],
    response: CreatedAccessTokenResponse,
    summary: 'Create an access token',
    description:
      'Creates an access token for the caller or another user. The token is in the member `token` of this response and cannot be read again. What it allows is no more than its user may do, where that is a person: its `scopes` are cut by those of the user, now and again at each use. A user that is made for it is a service, whose tokens keep theirs.',
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
    response: AccessTokenResponse,
    summary: 'Get an access token',
    description: 'Returns everything about a token but the token itself.',
  })
  getAccessToken(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<AccessTokenResponse> {
    return this.tokens.get(caller.organizationId, id);
  }

  @OutcomeRoute({
    needsRecentSignIn: true,
    isVersioned: true,
    path: ':id/rotate',
    refuses: [tokenEnded],
    response: CreatedAccessTokenResponse,
    summary: 'Rotate an access token',
    description:
      'Gives an access token another secret. The new token is in the member `token` of this response and cannot be read again; id, name, user, scopes and expiry stay. The token that it replaces is accepted until `overlap_seconds` have passed; those that were replaced before it are accepted no longer than that, and no longer than they would have been. With 0 all of them are refused at once, in every process. Revoking ends the new and the replaced ones together. What is revoked, expired or was not used for too long, or belongs to an archived user, cannot be rotated.',
  })
  @ApiBody({ type: RotateAccessTokenRequest, required: false })
  rotateAccessToken(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() { overlap_seconds = DEFAULT_OVERLAP_SECONDS }: RotateAccessTokenRequest,
  ): Promise<CreatedAccessTokenResponse> {
    return this.tokens.rotate(caller.organizationId, id, overlap_seconds);
  }

  @DeleteRoute({
    path: ':id',
    refuses: [tokenLastAdmin],
    summary: 'Revoke an access token',
    description:
      'Revokes an access token, at once, in every process. The token stays in the list with its `revoked_date`. The last one with the scope `admin` cannot be revoked here, only on the command line.',
  })
  revokeAccessToken(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<void> {
    return this.tokens.revokeUnlessLastAdmin(caller.organizationId, id);
  }
}
