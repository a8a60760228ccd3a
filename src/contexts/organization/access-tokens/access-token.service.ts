import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { EventPublisher } from '../../../platform/events/index.js';
import { Clock, newId } from '../../../platform/values/index.js';
import { AdministratorRepository } from '../credentials/administrator.repository.js';
import { Revocations } from '../credentials/revocations.js';
import { accessTokenCreated, accessTokenRevoked } from '../organization.events.js';
import { allowedScopes } from '../users/allowed-scopes.js';
import { TokenOwners } from '../users/token-owners.js';
import type { User } from '../users/user.entity.js';
import type { AccessTokenResponse, CreatedAccessTokenResponse } from './access-token.dto.js';
import { AccessTokenRepository } from './access-token.repository.js';
import {
  administratorMustStay,
  expiryMustLieAhead,
  tokenMustAllowSomething,
  tokenMustBeUsable,
  tokenMustNotBeBeyondUser,
} from './access-token.rules.js';
import { hashOf, lastFourOf, newToken } from '../credentials/token-format.js';
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
    private readonly owners: TokenOwners,
    private readonly administrators: AdministratorRepository,
    private readonly revocations: Revocations,
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

  /**
   * Makes a token for the user with this e-mail address, and the user when there is none.
   * @param member that named the address
   */
  createFor(
    organizationId: string,
    emailAddress: string,
    token: NewToken,
    member = 'email_address',
  ): Promise<CreatedAccessTokenResponse> {
    return this.unitOfWork.run(async () =>
      this.insert(await this.owners.lockOrMake(organizationId, emailAddress, member), token),
    );
  }

  create(organizationId: string, userId: string, token: NewToken): Promise<CreatedAccessTokenResponse> {
    return this.unitOfWork.run(async () =>
      this.insert(await this.owners.lockForShare(organizationId, userId), token),
    );
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
      await this.revocations.announce(id);
      return { ...(await this.tokens.get(organizationId, id)), token: secret };
    });
  }

  /** As `revoke`, unless the organization would be left without a token that may do everything. */
  revokeUnlessLastAdmin(organizationId: string, id: string): Promise<void> {
    return this.end(organizationId, id, async () => {
      const tokens = await this.administrators.tokens(organizationId);
      administratorMustStay(
        id,
        tokens.map((token) => token.id),
      );
    });
  }

  /** Acts at once: the next request with this token is refused. Revoking twice is no fault. */
  revoke(organizationId: string, id: string): Promise<void> {
    return this.end(organizationId, id, async () => undefined);
  }

  private async end(organizationId: string, id: string, check: () => Promise<void>): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.administrators.lock(organizationId);
      await check();
      versionMustMatch(await this.tokens.lock(organizationId, id));
      if (await this.tokens.revoke(organizationId, id))
        await this.events.publish(accessTokenRevoked, { organizationId, id });
      await this.revocations.announce(id);
    });
  }

  /** @returns the token with its secret, which is stored nowhere */
  private async insert(owner: User, token: NewToken): Promise<CreatedAccessTokenResponse> {
    tokenMustAllowSomething(token.scopes);
    expiryMustLieAhead(token.expiresAt, this.clock.now());
    const scopes = allowedScopes(token.scopes, owner);
    tokenMustNotBeBeyondUser(token.scopes, scopes);
    const { organizationId, id: userId } = owner;
    const id = newId();
    const secret = newToken();
    const stored = { tokenHash: hashOf(secret), lastFour: lastFourOf(secret) };
    await this.tokens.insert({ organizationId, id, userId, ...stored, ...token, scopes: [...scopes] });
    await this.events.publish(accessTokenCreated, { organizationId, id });
    return { ...(await this.tokens.get(organizationId, id)), token: secret };
  }
}
