import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

// PostgreSQL cannot clone a template that another session is cloning.
const cloningLock = 7_315_001;

export async function createTestDatabase(isMigrated = true): Promise<TestDatabase> {
  const serverUrl = setting('TEST_SERVER_URL');
  const prefix = setting('TEST_DATABASE_PREFIX');
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [cloningLock]);
    // The other strategy needs ten times as long for a template with so many tables.
    const template = isMigrated ? `${prefix}_template STRATEGY FILE_COPY` : 'template0';
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () =>
      onServer(serverUrl, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
}

async function onServer(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: this test belongs to a jest project with a database`);
  return value;
}
