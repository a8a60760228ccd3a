import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';
import type { TokenHolder } from '../credentials/token-holder.js';
import { endOfSession, type CurrentSession } from './session.repository.js';

const AT_ONCE = 20;
const LIFETIME = '10 minutes';

@Injectable()
export class SessionTokenRepository {
  constructor(private readonly database: Database) {}

  /** The oldest gives way where the session has as many as it may. @returns when it ends */
  async insert({ organization_id, id }: CurrentSession, tokenHash: string): Promise<string> {
    const place = [organization_id, id];
    await this.database.rows(
      `DELETE FROM session_tokens WHERE organization_id = $1 AND session_id = $2 AND token_hash NOT IN (
         SELECT token_hash FROM session_tokens WHERE organization_id = $1 AND session_id = $2 AND expires_at > now()
         ORDER BY expires_at DESC, token_hash LIMIT ${AT_ONCE - 1})`,
      place,
    );
    const inserted = await this.database.first<{ expires_at: string }>(
      `INSERT INTO session_tokens (organization_id, session_id, token_hash, expires_at)
       SELECT s.organization_id, s.id, $3, LEAST(now() + interval '${LIFETIME}', ${endOfSession})
       FROM sessions s WHERE s.organization_id = $1 AND s.id = $2 RETURNING expires_at`,
      [...place, tokenHash],
    );
    if (!inserted) throw new Error(`The session ${id} is locked and missing.`);
    return inserted.expires_at;
  }

  findHolder(tokenHash: string): Promise<TokenHolder | null> {
    return this.database.first<TokenHolder>(
      `SELECT s.organization_id, s.user_id, s.id, s.signed_in_at,
         CASE WHEN u.is_administrator THEN '{admin}' ELSE u.scopes END AS scopes,
         LEAST(t.expires_at, ${endOfSession}) AS expires_at,
         u.is_archived OR u.type <> 'person' OR LEAST(t.expires_at, ${endOfSession}) <= now() AS has_ended
       FROM session_tokens t
       JOIN sessions s ON s.organization_id = t.organization_id AND s.id = t.session_id
       JOIN users u ON u.organization_id = s.organization_id AND u.id = s.user_id
       WHERE t.token_hash = $1`,
      [tokenHash],
    );
  }
}
