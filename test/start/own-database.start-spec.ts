import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/platform/database/embedded-postgres.js';
import { ApiClient } from '../support/requests/api-client.js';
import { emptyDatabase } from '../support/databases/empty-database.js';
import { Program } from '../support/programs/program.js';
import { until } from '../../src/testing/until.js';

const KEPT = /access token is in/;

describe('the program with a database of its own', () => {
  let directory: string;
  let server: EmbeddedPostgres;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'planning-start-'));
    await chmod(directory, 0o755);
    server = await startEmbeddedPostgres(directory);
  });
  afterAll(async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it('can be started four times at once on an empty database: none fails, one makes the organization', async () => {
    const settings = { DATABASE_URL: await emptyDatabase(server.url, 'four'), DATA_DIRECTORY: directory };
    const programs = Array.from({ length: 4 }, () => new Program(['dist/main.js'], settings));
    const [address = ''] = await Promise.all(programs.map((program) => program.address()));
    await until('one made it', () => programs.some(({ output }) => KEPT.test(output)));
    expect(programs.filter(({ output }) => KEPT.test(output))).toHaveLength(1);
    const token = await programs.find(({ output }) => KEPT.test(output))?.firstToken();
    expect((await new ApiClient(address, token).get('/v1/me')).status).toBe(200);
    expect(await Promise.all(programs.map((program) => program.kill('SIGTERM')))).toEqual([0, 0, 0, 0]);
  });

  it('says in one sentence what to do when it cannot start', async () => {
    const occupied = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => occupied.once('listening', resolve));
    const { port } = occupied.address() as AddressInfo;
    const wrongPassword = server.url.replace(/:[^:@/]+@/, ':wrong@');
    const starts: [Record<string, string>, RegExp][] = [
      [{ PORT: 'x', RATE_LIMIT_REQUESTS: '0' }, /PORT must .*\n.*RATE_LIMIT_REQUESTS must/],
      [
        { DATABASE_URL: wrongPassword },
        /^PostgreSQL at 127\.0\.0\.1:\d+ cannot be used .*correct DATABASE_URL\.\n$/,
      ],
      [
        { DATABASE_URL: await emptyDatabase(server.url, 'occupied'), PORT: `${port}` },
        /^Port \d+ is in use: .* set PORT\.\n$/,
      ],
    ];
    for (const [settings, sentence] of starts) {
      const program = new Program(['dist/main.js'], settings);
      expect(await program.end()).toBe(1);
      expect(program.output).toMatch(sentence);
      expect(program.output).not.toMatch(/ at .*\.js/);
    }
    occupied.close();
  });
});
