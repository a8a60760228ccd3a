import { setTimeout as sleep } from 'node:timers/promises';
import { PatientClient } from './pool/patient-client.js';
import { DatabaseUnavailableError, oneLine } from './start-failures.js';

const GIVE_UP_MS = 15_000;
const QUERY_WITHIN_MS = 5000;
const MIN_VERSION = 150_000;

// Waiting does not help: wrong password or role, database missing or forbidden, TLS on one side only.
const isFinal = ({ code = '', message }: Error & { code?: string }): boolean =>
  code.startsWith('28') || code === '3D000' || code === '42501' || /SSL|certificate/i.test(message);

/** @throws DatabaseUnavailableError after 15 s, or at once when the database is too old or refuses us */
export async function waitForDatabase(url: string, name = 'DATABASE_URL'): Promise<void> {
  const giveUp = performance.now() + GIVE_UP_MS;
  for (;;) {
    const client = new PatientClient({ connectionString: url, connectWithinMs: QUERY_WITHIN_MS });
    try {
      await client.connect();
      const { rows } = await client.queryWithin<{ version: number }>(
        QUERY_WITHIN_MS,
        `SELECT current_setting('server_version_num')::int AS version`,
      );
      if ((rows[0]?.version ?? 0) >= MIN_VERSION) return;
      throw new DatabaseUnavailableError(`The PostgreSQL server of ${name} is older than 15: upgrade it.`);
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error;
      const failure = error as Error & { code?: string };
      if (isFinal(failure) || performance.now() > giveUp) {
        const { hostname, port } = new URL(url);
        throw new DatabaseUnavailableError(
          `PostgreSQL at ${hostname}:${port || 5432} cannot be used (${oneLine(failure.message) || failure.code}): start it or correct ${name}.`,
        );
      }
      await sleep(500);
    } finally {
      client.end().catch(() => undefined);
    }
  }
}
