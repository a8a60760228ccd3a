import { DatabaseError, type ClientConfig } from 'pg';
import { serverProcessOf } from '../protocol/pg-internals.js';
import { PatientClient } from './patient-client.js';

const QUERY_WITHIN_MS = 2000;

/** Ids of server processes at work; `unknown`: PostgreSQL is there, but does not say. */
export type SessionsAtWork = ReadonlySet<number> | 'unknown' | 'unreachable';

const QUESTION = `
  SELECT pg_backend_pid() AS own,
    ARRAY(SELECT pid FROM pg_stat_activity
      WHERE pid = ANY ($1::int[]) AND state IN ('active', 'fastpath function call', 'disabled')) AS at_work,
    (SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity
      WHERE pid = ANY ($2::int[]) AND wait_event_type = 'Lock' AND pg_backend_pid() = $3) AS cancelled`;

interface Row {
  readonly own: number;
  readonly at_work: readonly number[];
}

/** Over a new connection. @param late whose statement is canceled if it waits for a lock */
export async function sessionsAtWork(
  { connectionString, ssl }: ClientConfig,
  sessions: readonly number[],
  late: readonly number[] = [],
): Promise<SessionsAtWork> {
  const client = new PatientClient({
    connectionString,
    ssl,
    connectWithinMs: QUERY_WITHIN_MS,
    application_name: 'planning-watch',
  });
  try {
    await client.connect();
    const { rows } = await client.queryWithin<Row>(QUERY_WITHIN_MS, QUESTION, [
      sessions,
      late,
      serverProcessOf(client),
    ]);
    const [{ own, at_work: atWork }] = rows as [Row];
    // Otherwise a connection pooler is in between, which gives its own ids to sessions.
    return own === serverProcessOf(client) ? new Set(atWork) : 'unknown';
  } catch (error) {
    return error instanceof DatabaseError ? 'unknown' : 'unreachable';
  } finally {
    client.end().catch(() => undefined);
  }
}
