import { Injectable } from '@nestjs/common';
import { Conditions, Database, type Page, type PageRequest } from '../../../platform/database/index.js';
import { notFound } from '../../../platform/errors/index.js';
import type { AccessTokenResponse } from './access-token.dto.js';
import { AccessToken } from './access-token.entity.js';

/** What the authenticator needs to know of a token. */
export interface TokenHolder {
  readonly organization_id: string;
  readonly user_id: string;
  readonly id: string;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
}

const columns = `t.id, t.name, t.user_id, u.email_address, t.scopes, t.expires_at AS expires_date,
  t.last_used_at AS last_used_date, t.revoked_at AS revoked_date, t.created_at AS created_date,
  t.modified_at AS modified_date`;
const joins = 'JOIN users u ON u.organization_id = t.organization_id AND u.id = t.user_id';

@Injectable()
export class AccessTokenRepository {
  constructor(private readonly database: Database) {}

  list(organizationId: string, page: PageRequest): Promise<Page<AccessTokenResponse>> {
    const conditions = new Conditions().and('t.organization_id = ?', organizationId);
    return this.database.page({ table: 'access_tokens t', joins, columns, conditions, page });
  }

  async get(organizationId: string, id: string): Promise<AccessTokenResponse> {
    const statement = `SELECT ${columns} FROM access_tokens t ${joins} WHERE t.organization_id = $1 AND t.id = $2`;
    const found = await this.database.first<AccessTokenResponse>(statement, [organizationId, id]);
    if (!found) throw notFound('token.not_found', 'There is no access token with this id.');
    return found;
  }

  /** The holder of a token that is neither revoked nor expired. */
  findHolder(tokenHash: string): Promise<TokenHolder | null> {
    return this.database.first<TokenHolder>(
      `SELECT organization_id, user_id, id, scopes, expires_at, last_used_at FROM access_tokens
       WHERE token_hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
      [tokenHash],
    );
  }

  async insert(
    token: Omit<AccessToken, 'createdAt' | 'modifiedAt' | 'lastUsedAt' | 'revokedAt'>,
  ): Promise<void> {
    await this.database.manager.insert(AccessToken, token);
  }

  /** Notes the use to the hour, so that reading does not write all the time. */
  async noteUse(organizationId: string, id: string): Promise<void> {
    await this.database.rows(
      `UPDATE access_tokens SET last_used_at = date_trunc('hour', now())
       WHERE organization_id = $1 AND id = $2 AND (last_used_at IS NULL OR last_used_at < date_trunc('hour', now()))`,
      [organizationId, id],
    );
  }

  /** Revokes the token and tells every process, which hears of it with the commit. */
  async revoke(organizationId: string, id: string): Promise<void> {
    await this.database.rows(
      `UPDATE access_tokens SET revoked_at = now()
       WHERE organization_id = $1 AND id = $2 AND revoked_at IS NULL`,
      [organizationId, id],
    );
    await this.database.rows('SELECT pg_notify($1, $2)', [REVOCATIONS, id]);
  }
}

/** The PostgreSQL channel on which processes tell each other of revoked tokens. */
export const REVOCATIONS = 'access_token_revocations';
