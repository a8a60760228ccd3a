import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../platform/config/index.js';
import { CallerAuthenticator, type Caller, type Credentials } from '../../../platform/http/index.js';
import { attributeRequest } from '../../../platform/logging/index.js';
import { Clock } from '../../../platform/values/index.js';
import { AccessTokenRepository } from '../access-tokens/access-token.repository.js';
import { hashOf, looksLikeToken } from '../credentials/token-format.js';
import { TokenCache } from '../credentials/token-cache.js';
import { callerOf, type TokenHolder } from '../credentials/token-holder.js';
import { BearerTokens } from '../open-id/bearer-tokens.js';
import { SessionTokenRepository } from '../sessions/session-token.repository.js';

const HOUR_MS = 3_600_000;
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

type Find = (hash: string) => Promise<TokenHolder | null>;

@Injectable()
export class TokenAuthenticator extends CallerAuthenticator {
  private readonly logger = new Logger(TokenAuthenticator.name);
  private readonly notedUse = new Map<string, number>();

  constructor(
    private readonly tokens: AccessTokenRepository,
    private readonly sessionTokens: SessionTokenRepository,
    private readonly bearerTokens: BearerTokens,
    private readonly cache: TokenCache,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    super();
  }

  get acceptsBearer(): boolean {
    return this.bearerTokens.areAccepted;
  }

  async authenticate(sent: Credentials, isAllowed: () => Promise<boolean>): Promise<Caller | null> {
    const bearer = this.acceptsBearer ? sent.bearer : undefined;
    const token = bearer ?? sent.apiKey;
    const isSentTwice = bearer !== undefined && sent.apiKey !== undefined;
    if (token === undefined || isSentTwice) return null;
    const find = bearer === undefined ? this.finderOf(token) : this.finderOfBearer(bearer);
    if (!find) return null;
    const hash = hashOf(token);
    const holder =
      this.cache.find(hash) ?? (await this.cache.load(hash, { isAllowed, read: () => find(hash) }));
    if (!holder) return null;
    attributeRequest({
      organizationId: holder.organization_id,
      userId: holder.user_id,
      ...(holder.signed_in_at === undefined ? { tokenId: holder.id } : { sessionId: holder.id ?? '' }),
    });
    if (holder.has_ended) return null;
    const caller = callerOf(holder);
    if (!caller.session) this.noteUse(holder);
    return caller;
  }

  private finderOf(token: string): Find | null {
    if (looksLikeToken(token, 'pda_')) return (hash) => this.tokens.findHolder(hash);
    const isOfSession = this.settings.WEB === 'on' && looksLikeToken(token, 'pds_');
    return isOfSession ? (hash) => this.sessionTokens.findHolder(hash) : null;
  }

  private finderOfBearer(token: string): Find | null {
    return JWT.test(token) ? () => this.bearerTokens.findHolder(token) : null;
  }

  // Not awaited: no request waits for bookkeeping, and a lost note is made up for by the next hour's.
  private noteUse({ organization_id, id }: TokenHolder): void {
    if (id === null) return;
    const hour = Math.floor(this.clock.now().getTime() / HOUR_MS);
    if (this.notedUse.get(id) === hour) return;
    this.notedUse.set(id, hour);
    const noted = this.tokens.noteUse(organization_id, id);
    noted.catch((err: unknown) => this.logger.warn({ err }, 'The use of a token could not be noted'));
  }
}
