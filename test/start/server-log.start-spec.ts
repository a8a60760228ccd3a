import { appendFile, chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/platform/database/embedded-postgres.js';
import {
  keepServerLogSmall,
  rotateServerLog,
} from '../../src/platform/database/embedded-postgres/server-log.js';
import { until } from '../../src/testing/until.js';

const MIB = 1024 * 1024;

describe('the log of the embedded PostgreSQL', () => {
  let directory: string;
  let server: EmbeddedPostgres;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'planning-server-log-'));
    await chmod(directory, 0o755);
    server = await startEmbeddedPostgres(directory);
  });
  afterAll(async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const log = () => readFile(join(directory, 'postgres.log'), 'utf8');

  const refusedLogin = async (): Promise<void> => {
    const client = new Client({ connectionString: server.url.replace(/:[0-9a-f]+@/, ':wrong@') });
    await expect(client.connect()).rejects.toMatchObject({ code: '28P01' });
  };

  it('tells starts and refused logins, and no statement that failed', async () => {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    await expect(client.query(`SELECT 'Lovelace'::uuid`)).rejects.toMatchObject({ code: '22P02' });
    await expect(
      client.query(`SELECT pg_catalog.set_config('log_statement', 'nonsense', false)`),
    ).rejects.toThrow();
    await client.end();
    await refusedLogin();
    await until('the login is told', async () => (await log()).includes('FATAL'));
    expect(await log()).toContain('database system is ready to accept connections');
    expect(await log()).not.toMatch(/ERROR|STATEMENT|DETAIL|Lovelace/);
  });

  it('is rotated while the server runs: what is over 10 MiB is kept as one file, and the server writes on', async () => {
    await rotateServerLog(directory);
    expect(await readdir(directory)).not.toContain('postgres.log.1');
    const filler = `${'x'.repeat(99)}\n`.repeat((11 * MIB) / 100);
    await appendFile(join(directory, 'postgres.log'), filler);
    // Several programs use the server, and each looks after its log.
    await Promise.all(Array.from({ length: 4 }, () => rotateServerLog(directory)));
    // What the server writes meanwhile stands at its beginning.
    expect((await stat(join(directory, 'postgres.log'))).size).toBeLessThan(MIB);
    const kept = join(directory, 'postgres.log.1');
    expect((await stat(kept)).size).toBeGreaterThan(10 * MIB);
    expect((await stat(kept)).mode & 0o777).toBe(0o600);
    expect(await readdir(directory)).not.toContain('log.lock');

    await refusedLogin();
    await until('the server writes on', async () =>
      /^\d{4}-.*FATAL: {2}password authentication/.test(await log()),
    );

    await appendFile(join(directory, 'postgres.log'), filler);
    await rotateServerLog(directory);
    expect(await readFile(kept, 'utf8')).toMatch(/^\d{4}-.*FATAL/);
    expect((await readdir(directory)).filter((name) => name.startsWith('postgres.log'))).toHaveLength(2);
  });

  it('is looked at again and again as long as a program uses the server', async () => {
    const end = keepServerLogSmall(directory, 20);
    await appendFile(join(directory, 'postgres.log'), 'x'.repeat(11 * MIB));
    await until('it is small', async () => (await stat(join(directory, 'postgres.log'))).size < MIB);
    end();
  });
});
