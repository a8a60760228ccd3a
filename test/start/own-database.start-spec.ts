import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.js';
import { ApiClient } from '../support/requests/api-client.js';
import { Program } from '../support/programs/program.js';
import { until } from '../../src/testing/until.js';

const KEPT = /access token is in/;

describe('the program with a database of its own', () => {
  let directory: string;
  let database: TestDatabase;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'planning-start-'));
    database = await createTestDatabase(false);
  });
  afterAll(async () => {
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });

  const start = (settings: Record<string, string> = {}) =>
    new Program(['dist/main.js'], {
      DATABASE_URL: database.url,
      DATA_DIRECTORY: directory,
      DATABASE_POOL_SIZE: '5',
      ...settings,
    });

  it('can be started four times at once on an empty database: none fails, one makes the organization', async () => {
    const programs = [start(), start(), start(), start()];
    const [address = ''] = await Promise.all(programs.map((program) => program.address()));
    await until('one made it', () => programs.some(({ output }) => KEPT.test(output)));
    expect(programs.filter(({ output }) => KEPT.test(output))).toHaveLength(1);
    const token = await programs.find(({ output }) => KEPT.test(output))?.firstToken();
    expect((await new ApiClient(address, token).get('/v1/me')).status).toBe(200);
    expect(await Promise.all(programs.map((program) => program.kill('SIGTERM')))).toEqual([0, 0, 0, 0]);
  });

  it('says in one sentence what to do when its port is in use', async () => {
    const occupied = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => occupied.once('listening', resolve));
    const { port } = occupied.address() as AddressInfo;
    const program = start({ PORT: `${port}` });
    expect(await program.end()).toBe(1);
    expect(program.output).toMatch(/^Port \d+ is in use: .* set PORT\.\n$/);
    occupied.close();
  });
});
