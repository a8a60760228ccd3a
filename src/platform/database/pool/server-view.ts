import { DatabaseError, type Client, type ClientConfig } from 'pg';
import { PatientClient } from './patient-client.js';

const ANSWER_WITHIN_MS = 2000;

/** Those of some sessions that PostgreSQL works for; `unknown`: it answers, but does not say. */
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

/**
 * Asks over a connection of its own.
 * @param late those whose statement is given up if it waits for a lock
 */
export async function sessionsAtWork(
  { connectionString, ssl }: ClientConfig,
  sessions: readonly number[],
  late: readonly number[] = [],
): Promise<SessionsAtWork> {
  const client = new PatientClient({
    connectionString,
    ssl,
    connectWithinMs: ANSWER_WITHIN_MS,
    application_name: 'planning-watch',
  });
  try {
    await client.connect();
    const { rows } = await client.askWithin<Row>(ANSWER_WITHIN_MS, QUESTION, [
      sessions,
      late,
      sessionOf(client),
    ]);
    const [{ own, at_work: atWork }] = rows as [Row];
    // Otherwise a pool of connections is in between, which gives its own numbers to sessions.
    return own === sessionOf(client) ? new Set(atWork) : 'unknown';
  } catch (error) {
    // It refuses, so it is there.
    return error instanceof DatabaseError ? 'unknown' : 'unreachable';
  } finally {
    client.end().catch(() => undefined);
  }
}

/** What the types of pg leave out. */
export const sessionOf = (client: Client): number =>
  (client as Client & { readonly processID: number | null }).processID ?? 0;
