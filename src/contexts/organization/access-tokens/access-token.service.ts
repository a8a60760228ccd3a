import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { Clock, newId } from '../../../platform/values/index.js';
import { UserRepository } from '../users/user.repository.js';
import type { AccessTokenResponse, CreatedAccessTokenResponse } from './access-token.dto.js';
import { AccessTokenRepository } from './access-token.repository.js';
import { expiryMustLieAhead, tokenMustAllowSomething } from './access-token.rules.js';
import { TokenCache } from './token-cache.js';
import { hashOf, newToken } from './token-format.js';

export interface NewToken {
  readonly name: string;
  readonly scopes: string[];
  readonly expiresAt: Date | null;
}

@Injectable()
export class AccessTokenService {
  constructor(
    private readonly tokens: AccessTokenRepository,
    private readonly users: UserRepository,
    private readonly cache: TokenCache,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  list(organizationId: string, page: PageRequest): Promise<Page<AccessTokenResponse>> {
    return this.tokens.list(organizationId, page);
  }

  get(organizationId: string, id: string): Promise<AccessTokenResponse> {
    return this.tokens.get(organizationId, id);
  }

  /** Makes a token for the user with this e-mail address, and the user when there is none. */
  createFor(
    organizationId: string,
    emailAddress: string,
    token: NewToken,
  ): Promise<CreatedAccessTokenResponse> {
    return this.unitOfWork.run(async () => {
      const userId = await this.users.findOrInsert(organizationId, emailAddress);
      return this.create(organizationId, userId, token);
    });
  }

  /** @returns the token with its secret, which is stored nowhere */
  create(organizationId: string, userId: string, token: NewToken): Promise<CreatedAccessTokenResponse> {
    return this.unitOfWork.run(async () => {
      tokenMustAllowSomething(token.scopes);
      expiryMustLieAhead(token.expiresAt, this.clock.now());
      const id = newId();
      const secret = newToken();
      await this.tokens.insert({ organizationId, id, userId, tokenHash: hashOf(secret), ...token });
      return { ...(await this.tokens.get(organizationId, id)), token: secret };
    });
  }

  /** Acts at once: the next request with this token is refused. Revoking twice is no fault. */
  async revoke(organizationId: string, id: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.tokens.get(organizationId, id);
      await this.tokens.revoke(organizationId, id);
    });
    this.cache.forgetAll();
  }
}
