import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { EventPublisher } from '../../../platform/events/index.js';
import { Clock, newId } from '../../../platform/values/index.js';
import { accessTokenCreated, accessTokenRevoked } from '../organization.events.js';
import { UserRepository } from '../users/user.repository.js';
import type { AccessTokenResponse, CreatedAccessTokenResponse } from './access-token.dto.js';
import { AccessTokenRepository } from './access-token.repository.js';
import {
  administratorMustStay,
  expiryMustLieAhead,
  tokenMustAllowSomething,
  tokenMustBeUsable,
} from './access-token.rules.js';
import { TokenCache } from './token-cache.js';
import { hashOf, lastFourOf, newToken } from './token-format.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

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
    private readonly events: EventPublisher,
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
      const stored = { tokenHash: hashOf(secret), lastFour: lastFourOf(secret) };
      await this.tokens.insert({ organizationId, id, userId, ...stored, ...token });
      await this.events.publish(accessTokenCreated, { organizationId, id });
      return { ...(await this.tokens.get(organizationId, id)), token: secret };
    });
  }

  /**
   * Gives the token another secret, which is stored nowhere. The present one is accepted for so long, and those before
   * it no longer than that.
   * @param overlapSeconds from 0 on
   */
  async rotate(
    organizationId: string,
    id: string,
    overlapSeconds: number,
  ): Promise<CreatedAccessTokenResponse> {
    return this.unitOfWork.run(async () => {
      const token = await this.tokens.lock(organizationId, id);
      versionMustMatch(token);
      tokenMustBeUsable(token.is_usable);
      const secret = newToken();
      const present = { tokenHash: hashOf(secret), lastFour: lastFourOf(secret) };
      await this.tokens.replace(organizationId, id, { ...present, overlapSeconds });
      this.unitOfWork.afterCommit(() => this.cache.forgetAll());
      return { ...(await this.tokens.get(organizationId, id)), token: secret };
    });
  }

  /** As `revoke`, unless the organization would be left without a token that may do everything. */
  revokeUnlessLastAdmin(organizationId: string, id: string): Promise<void> {
    return this.end(organizationId, id, async () =>
      administratorMustStay(id, await this.tokens.lockAdministrators(organizationId)),
    );
  }

  /** Acts at once: the next request with this token is refused. Revoking twice is no fault. */
  revoke(organizationId: string, id: string): Promise<void> {
    return this.end(organizationId, id, async () => undefined);
  }

  private async end(organizationId: string, id: string, check: () => Promise<void>): Promise<void> {
    await this.unitOfWork.run(async () => {
      await check();
      versionMustMatch(await this.tokens.lock(organizationId, id));
      if (await this.tokens.revoke(organizationId, id))
        await this.events.publish(accessTokenRevoked, { organizationId, id });
      this.unitOfWork.afterCommit(() => this.cache.forgetAll());
    });
  }
}
