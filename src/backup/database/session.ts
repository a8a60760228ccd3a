import { Client } from 'pg';

// Text formats of values, and no timeouts of a role or database.
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

/** A connection for long work; the caller ends it. @param signal cancels the statement */
export async function openSession(databaseUrl: string, signal: AbortSignal): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'planning-backup',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  const breakOff = () => void client.end();
  signal.addEventListener('abort', breakOff, { once: true });
  client.once('end', () => signal.removeEventListener('abort', breakOff));
  await client.connect();
  await client.query(settings.map((setting) => `SET ${setting}`).join('; '));
  return client;
}
