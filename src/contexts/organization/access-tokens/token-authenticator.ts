import { Injectable, Logger } from '@nestjs/common';
import { CallerAuthenticator, type Caller } from '../../../platform/http/index.js';
import { attributeRequest } from '../../../platform/logging/index.js';
import { Clock } from '../../../platform/values/index.js';
import { TokenCache, type TokenHolder } from '../credentials/token-cache.js';
import { AccessTokenRepository } from './access-token.repository.js';
import { hashOf, looksLikeToken } from './token-format.js';

const HOUR_MS = 3_600_000;

@Injectable()
export class TokenAuthenticator extends CallerAuthenticator {
  private readonly logger = new Logger(TokenAuthenticator.name);
  private readonly notedUse = new Map<string, number>();

  constructor(
    private readonly tokens: AccessTokenRepository,
    private readonly cache: TokenCache,
    private readonly clock: Clock,
  ) {
    super();
  }

  async authenticate(token: string | undefined, isAllowed: () => Promise<boolean>): Promise<Caller | null> {
    if (token === undefined || !looksLikeToken(token)) return null;
    const hash = hashOf(token);
    const holder =
      this.cache.find(hash) ??
      (await this.cache.load(hash, { isAllowed, read: () => this.tokens.findHolder(hash) }));
    if (!holder) return null;
    attributeRequest({
      organizationId: holder.organization_id,
      userId: holder.user_id,
      tokenId: holder.id,
    });
    if (holder.has_ended) return null;
    this.noteUse(holder);
    return {
      organizationId: holder.organization_id,
      userId: holder.user_id,
      tokenId: holder.id,
      scopes: new Set(holder.scopes),
    };
  }

  // Not awaited: no request waits for bookkeeping, and a lost note is made up for by the next hour's.
  private noteUse(holder: TokenHolder): void {
    const hour = Math.floor(this.clock.now().getTime() / HOUR_MS);
    if (this.notedUse.get(holder.id) === hour) return;
    this.notedUse.set(holder.id, hour);
    const noted = this.tokens.noteUse(holder.organization_id, holder.id);
    noted.catch((err: unknown) => this.logger.warn({ err }, 'The use of a token could not be noted'));
  }
}
