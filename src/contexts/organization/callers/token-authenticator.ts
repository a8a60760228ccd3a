import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../platform/config/index.js';
import { CallerAuthenticator, type Caller, type CallerSession } from '../../../platform/http/index.js';
import { attributeRequest } from '../../../platform/logging/index.js';
import { Clock } from '../../../platform/values/index.js';
import { AccessTokenRepository } from '../access-tokens/access-token.repository.js';
import { hashOf, looksLikeToken } from '../credentials/token-format.js';
import { TokenCache, type TokenHolder } from '../credentials/token-cache.js';
import { SessionTokenRepository } from '../sessions/session-token.repository.js';

const HOUR_MS = 3_600_000;

type Find = (hash: string) => Promise<TokenHolder | null>;

@Injectable()
export class TokenAuthenticator extends CallerAuthenticator {
  private readonly logger = new Logger(TokenAuthenticator.name);
  private readonly notedUse = new Map<string, number>();

  constructor(
    private readonly tokens: AccessTokenRepository,
    private readonly sessionTokens: SessionTokenRepository,
    private readonly cache: TokenCache,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    super();
  }

  async authenticate(token: string | undefined, isAllowed: () => Promise<boolean>): Promise<Caller | null> {
    const find = token === undefined ? null : this.finderOf(token);
    if (token === undefined || !find) return null;
    const hash = hashOf(token);
    const holder =
      this.cache.find(hash) ?? (await this.cache.load(hash, { isAllowed, read: () => find(hash) }));
    if (!holder) return null;
    attributeRequest({
      organizationId: holder.organization_id,
      userId: holder.user_id,
      tokenId: holder.id,
    });
    if (holder.has_ended) return null;
    const session = sessionOf(holder);
    if (!session) this.noteUse(holder);
    return {
      organizationId: holder.organization_id,
      userId: holder.user_id,
      tokenId: holder.id,
      scopes: new Set(holder.scopes),
      ...(session && { session }),
    };
  }

  private finderOf(token: string): Find | null {
    if (looksLikeToken(token, 'pda_')) return (hash) => this.tokens.findHolder(hash);
    const isOfSession = this.settings.WEB === 'on' && looksLikeToken(token, 'pds_');
    return isOfSession ? (hash) => this.sessionTokens.findHolder(hash) : null;
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

function sessionOf({ signed_in_at: signedInAt, expires_at: expiresAt }: TokenHolder): CallerSession | null {
  if (signedInAt === undefined || expiresAt === null) return null;
  return { signedInAt: new Date(signedInAt), expiresAt: new Date(expiresAt) };
}
