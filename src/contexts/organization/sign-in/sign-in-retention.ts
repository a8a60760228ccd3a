import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';
import type { Retention } from '../../../platform/retention/index.js';
import { endOfSession } from '../sessions/session.repository.js';
import { MAX_SESSION_SECONDS } from '../sessions/session.rules.js';

const BATCH = 1000;

const tables = [
  // Signing out is told to who asks why for as long as a session could have lasted.
  ['sessions s', `${endOfSession} < now() - interval '${MAX_SESSION_SECONDS} seconds'`],
  ['session_tokens', 'expires_at < now()'],
  ['sign_in_links', 'expires_at < now()'],
  ['sign_in_failures', 'ends_at < now()'],
  ['open_id_sign_ins', 'expires_at < now()'],
] as const;

@Injectable()
export class SignInRetention implements Retention {
  readonly intervalMinutes = 10;

  constructor(private readonly database: Database) {}

  async removeOld(): Promise<boolean> {
    const removed: number[] = [];
    for (const [table, isOld] of tables) removed.push(await this.remove(table, isOld));
    return removed.includes(BATCH);
  }

  private async remove(table: string, isOld: string): Promise<number> {
    const rows = await this.database.rows(
      `DELETE FROM ${table} WHERE ctid IN (
         SELECT ctid FROM ${table} WHERE ${isOld} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING 1`,
    );
    return rows.length;
  }
}
