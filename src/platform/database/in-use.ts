import type { ClientBase } from 'pg';
import { DELIVERING, PLANNING, SERVES_ONLY } from './connection.js';
import { MIGRATION_LOCK } from './migrations/migrations.js';

// Any number that no other advisory lock of the program has.
const IN_USE_LOCK = 7_021_007;

export interface User {
  readonly application_name: string;
  readonly address: string | null;
}

/** In use as long as this connection lives; waits while another process holds the database exclusively. */
export async function declareUse(client: ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [IN_USE_LOCK]);
}

/** Claims the database until this connection ends. @returns false when the program runs on it */
export async function claimAlone(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is_mine: boolean }>('SELECT pg_try_advisory_lock($1) AS is_mine', [
    IN_USE_LOCK,
  ]);
  return rows[0]?.is_mine === true && (await findUsers(client)).length === 0;
}

export async function findUsers(client: ClientBase): Promise<User[]> {
  // The names find also what declares itself a moment later, or lost that connection.
  const { rows } = await client.query<User>(
    `SELECT DISTINCT application_name, host(client_addr) AS address
     FROM pg_stat_activity a WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND (application_name = ANY ($1) OR starts_with(application_name, $4) OR EXISTS (
         SELECT FROM pg_locks l WHERE l.pid = a.pid AND l.locktype = 'advisory' AND l.classid = 0 AND l.objsubid = 1
           AND (l.objid = $2 OR l.objid = $3 AND NOT l.granted)))
     ORDER BY 1, 2`,
    [[PLANNING, SERVES_ONLY], IN_USE_LOCK, MIGRATION_LOCK, DELIVERING],
  );
  return rows;
}
