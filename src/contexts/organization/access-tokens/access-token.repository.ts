import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { SETTINGS } from '../../../platform/config/index.js';
import type { OrganizationSettings } from '../organization.settings.js';
import { Conditions, Database, type Page, type PageRequest } from '../../../platform/database/index.js';
import type { TokenHolder } from '../credentials/token-holder.js';
import { endOfUse, isUsable, joinUser } from '../credentials/usable-tokens.js';
import { allowedScopes } from '../users/allowed-scopes.js';
import type { UserType } from '../users/user.entity.js';
import type { AccessTokenResponse } from './access-token.dto.js';
import { AccessToken } from './access-token.entity.js';
import { tokenNotFound } from './access-token.rules.js';

type NewAccessToken = Omit<
  AccessToken,
  'createdAt' | 'modifiedAt' | 'lastUsedAt' | 'rotatedAt' | 'revokedAt'
>;

interface LockedToken {
  readonly is_usable: boolean;
  readonly modified_date: string;
}

interface FoundHolder extends TokenHolder {
  readonly type: UserType;
  readonly is_administrator: boolean;
  readonly granted: readonly string[];
}

// For how long a refusal still names the holder of a token that was replaced.
const REMEMBERED = '30 days';

/** SQL where the clock of PostgreSQL decides, and for tokens that were replaced, which have no entity. */
@Injectable()
export class AccessTokenRepository {
  private readonly columns: string;
  private readonly endOfUse: string;
  private readonly isUsable: string;

  constructor(
    @InjectRepository(AccessToken) private readonly tokens: Repository<AccessToken>,
    private readonly database: Database,
    @Inject(SETTINGS) { ACCESS_TOKEN_IDLE_DAYS: idleDays }: OrganizationSettings,
  ) {
    this.endOfUse = endOfUse(idleDays);
    this.isUsable = isUsable(idleDays);
    this.columns = `t.id, t.name, t.user_id, u.email_address, t.scopes, t.last_four, t.expires_at AS expires_date,
      ${this.endOfUse} AS idle_expires_date, t.last_used_at AS last_used_date, t.rotated_at AS rotated_date,
      (SELECT max(r.expires_at) FROM replaced_access_tokens r WHERE r.organization_id = t.organization_id
        AND r.access_token_id = t.id AND r.expires_at > now()) AS replaced_expires_date,
      t.revoked_at AS revoked_date, t.created_at AS created_date, t.modified_at AS modified_date`;
  }

  list(organizationId: string, page: PageRequest): Promise<Page<AccessTokenResponse>> {
    const conditions = new Conditions().and('t.organization_id = ?', organizationId);
    return this.database.page({
      table: 'access_tokens t',
      joins: joinUser,
      columns: this.columns,
      conditions,
      page,
    });
  }

  async get(organizationId: string, id: string): Promise<AccessTokenResponse> {
    const statement = `SELECT ${this.columns} FROM access_tokens t ${joinUser} WHERE t.organization_id = $1 AND t.id = $2`;
    const found = await this.database.first<AccessTokenResponse>(statement, [organizationId, id]);
    if (!found) throw tokenNotFound();
    return found;
  }

  /** `is_usable`: it is neither revoked nor has ended, and its user is not archived. */
  async lock(organizationId: string, id: string): Promise<LockedToken> {
    const found = await this.database.first<LockedToken>(
      `SELECT ${this.isUsable} AS is_usable, t.modified_at AS modified_date FROM access_tokens t ${joinUser}
       WHERE t.organization_id = $1 AND t.id = $2 FOR NO KEY UPDATE OF t`,
      [organizationId, id],
    );
    return found ?? unknown();
  }

  /** The holder of a token, or of one that was replaced, also when it has ended; null when there never was one. */
  async findHolder(tokenHash: string): Promise<TokenHolder | null> {
    const found = await this.database.first<FoundHolder>(
      `SELECT t.organization_id, t.user_id, t.id, t.scopes, t.ends_at AS expires_at,
         u.is_archived OR t.revoked_at IS NOT NULL OR (t.ends_at <= now()) IS TRUE AS has_ended,
         u.type, u.is_administrator, u.scopes AS granted
       FROM (
         SELECT t.*, LEAST(t.expires_at, ${this.endOfUse}) AS ends_at FROM access_tokens t WHERE t.token_hash = $1
         UNION ALL
         SELECT t.*, LEAST(t.expires_at, ${this.endOfUse}, r.expires_at) FROM replaced_access_tokens r
           JOIN access_tokens t ON t.organization_id = r.organization_id AND t.id = r.access_token_id
           WHERE r.token_hash = $1
       ) t ${joinUser}`,
      [tokenHash],
    );
    if (!found) return null;
    const { type, is_administrator: isAdministrator, granted, ...holder } = found;
    return { ...holder, scopes: allowedScopes(holder.scopes, { type, isAdministrator, scopes: granted }) };
  }

  async insert(token: NewAccessToken): Promise<void> {
    await this.tokens.insert(token);
  }

  /** Notes the use to the hour, so that reading does not write all the time. SQL, since an update by entity is a new version. */
  async noteUse(organizationId: string, id: string): Promise<void> {
    await this.database.rows(
      `UPDATE access_tokens SET last_used_at = date_trunc('hour', now())
       WHERE organization_id = $1 AND id = $2 AND (last_used_at IS NULL OR last_used_at < date_trunc('hour', now()))`,
      [organizationId, id],
    );
  }

  /**
   * Puts another secret in the place of the present one, which is accepted for so many seconds from now on; those
   * before it are so for no longer. Call it with the token locked.
   */
  async replace(
    organizationId: string,
    id: string,
    { tokenHash, lastFour, overlapSeconds }: { tokenHash: string; lastFour: string; overlapSeconds: number },
  ): Promise<void> {
    const place = [organizationId, id];
    const here = 'organization_id = $1 AND access_token_id = $2';
    const end = `clock_timestamp() + $3 * interval '1 second'`;
    await Promise.all([
      this.database.rows(
        `DELETE FROM replaced_access_tokens WHERE ${here} AND expires_at < now() - interval '${REMEMBERED}'`,
        place,
      ),
      this.database.rows(
        `UPDATE replaced_access_tokens SET expires_at = LEAST(expires_at, ${end}) WHERE ${here}`,
        [...place, overlapSeconds],
      ),
      this.database.rows(
        `INSERT INTO replaced_access_tokens (organization_id, access_token_id, token_hash, expires_at)
         SELECT organization_id, id, token_hash, ${end} FROM access_tokens WHERE organization_id = $1 AND id = $2`,
        [...place, overlapSeconds],
      ),
      this.tokens.update(
        { organizationId, id },
        { tokenHash, lastFour, rotatedAt: () => 'clock_timestamp()' },
      ),
    ]);
  }

  async revoke(organizationId: string, id: string): Promise<boolean> {
    const { affected } = await this.tokens.update(
      { organizationId, id, revokedAt: IsNull() },
      { revokedAt: () => 'clock_timestamp()' },
    );
    return affected === 1;
  }
}

function unknown(): never {
  throw tokenNotFound();
}
