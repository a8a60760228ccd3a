import { Client } from 'pg';

// What values look like as text, and no limit of a role or a database on work that takes long.
const settings = [
  "datestyle = 'ISO'",
  "intervalstyle = 'postgres'",
  "timezone = 'UTC'",
  'extra_float_digits = 3',
  "bytea_output = 'hex'",
  'row_security = off',
  'statement_timeout = 0',
  'lock_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
];

/**
 * A connection for work that takes long; the caller ends it.
 * @param signal breaks off what it is doing
 */
export async function openSession(databaseUrl: string, signal: AbortSignal): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'planning-backup',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  // Whoever waits for an answer hears of it too.
  client.on('error', () => undefined);
  const breakOff = () => void client.end();
  signal.addEventListener('abort', breakOff, { once: true });
  client.once('end', () => signal.removeEventListener('abort', breakOff));
  await client.connect();
  await client.query(settings.map((setting) => `SET ${setting}`).join('; '));
  return client;
}
