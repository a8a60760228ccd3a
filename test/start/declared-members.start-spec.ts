import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.js';
import { ExtensionFolder } from '../support/programs/extension-folder.js';
import { Program } from '../support/programs/program.js';
import { until } from '../../src/testing/until.js';

interface Ready {
  readonly status: string;
  readonly details: { readonly skills: object };
}

const MONITORED = { METRICS_PORT: '0', LOG_LEVEL: 'info' };

describe('an installation of an API, a worker and an extension', () => {
  let directory: string;
  let database: TestDatabase;
  let installation: ExtensionFolder;
  let extensions: string;
  let api: Program;
  let worker: Program | undefined;
  let address: string;
  let monitoring: string;

  const startWorker = (): Program => (worker ??= start('dist/worker.js', [], MONITORED));
  const start = (script: string, words: string[] = [], settings: Record<string, string> = {}) =>
    new Program(
      [script, ...words],
      {
        DATABASE_URL: database.url,
        DATA_DIRECTORY: directory,
        EXTENSIONS: extensions,
        SKILLS_PROFILE_KEEP_DAYS: '3',
        ...settings,
      },
      { cwd: installation.path },
    );
  const query = async <Row>(statement: string): Promise<Row[]> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      return (await client.query(statement)).rows as Row[];
    } finally {
      await client.end();
    }
  };
  const read = async <Answer>(url: string): Promise<Answer> => (await (await fetch(url)).json()) as Answer;
  const monitoringOf = async (program: Program): Promise<string> =>
    `http://127.0.0.1:${(await program.says(/Metrics at port (\d+)/))[1]}`;
  const metrics = async (): Promise<string> => (await fetch(`${monitoring}/metrics`)).text();

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'planning-declared-'));
    database = await createTestDatabase();
    installation = await ExtensionFolder.open();
    extensions = await installation.build('skills');
    api = start('dist/main.js', ['--api-only'], MONITORED);
    address = await api.address();
    monitoring = await monitoringOf(api);
  });
  afterAll(async () => {
    await Promise.all([api.kill('SIGTERM'), worker?.kill('SIGTERM')]);
    await database.drop();
    await installation.remove();
    await rm(directory, { recursive: true, force: true });
  });

  describe('what an extension declares beside its routes', () => {
    it('is a setting, read with those of the program, in one list of faults', async () => {
      const refused = start('dist/main.js', [], {
        SKILLS_PROFILE_KEEP_DAYS: 'some',
        RATE_LIMIT_REQUESTS: 'many',
      });
      expect(await refused.end()).toBe(1);
      const faults = refused.output
        .trim()
        .split('\n')
        .map((line) => line.trim());
      expect(faults).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/RATE_LIMIT_REQUESTS must be a whole number .*, not "many"/),
          expect.stringMatching(/SKILLS_PROFILE_KEEP_DAYS must be a whole number from 1 to 3650, not "some"/),
        ]),
      );
    });

    it('is a paragraph of the API description, and its part of readiness', async () => {
      const document = await read<{ info: { description: string } }>(`${address}/openapi.json`);
      expect(document.info.description).toContain(
        '**Skills** have names that are unique in the organization.',
      );
      expect(JSON.stringify(document)).toContain('"old_profiles"');
    });

    it('is a gauge, a part of readiness, and the removal of what is too old, where webhooks are delivered', async () => {
      expect(await read<Ready>(`${address}/health/ready`)).toMatchObject({
        status: 'ok',
        details: { skills: { status: 'up', old_profiles: 0 } },
      });
      await query(
        `INSERT INTO skill_profiles (organization_id, person_id, created_at)
       SELECT id, gen_random_uuid(), now() - make_interval(days => age)
       FROM organizations, unnest(ARRAY[2, 4, 5]) AS age`,
      );
      expect(await metrics()).toMatch(/^skill_profiles 3$/m);
      expect(await read<Ready>(`${address}/health/ready`)).toMatchObject({
        status: 'degraded',
        details: { skills: { status: 'degraded', old_profiles: 2 } },
      });

      startWorker();
      await until('the old ones are removed', async () => /^skill_profiles 1$/m.test(await metrics()));
      expect(await read<Ready>(`${address}/health/ready`)).toMatchObject({
        status: 'ok',
        details: { skills: { status: 'up', old_profiles: 0 } },
      });
    });
  });

  describe('monitoring', () => {
    it('of the API and of a worker has a port of its own, which closes with the process', async () => {
      const delivering = startWorker();
      await delivering.says(/The worker delivers webhooks/);
      const addresses = [monitoring, await monitoringOf(delivering)];
      for (const own of addresses) {
        expect(await (await fetch(`${own}/health/live`)).json()).toEqual({ status: 'live' });
        await until('it is ready', async () => (await fetch(`${own}/health/ready`)).ok);
      }
      const ready = await fetch(`${address}/health/ready`);
      expect(await ready.json()).toMatchObject({ status: 'ok', details: { webhooks: { queue: 'off' } } });
      const queue = async () => (await fetch(`${addresses[1]}/metrics`)).text();
      await until('the queue is connected', async () => /^webhook_queue_connected 1$/m.test(await queue()));
      // A load balancer asks every few seconds, and nobody reads that.
      expect(api.output).not.toContain('/health/');

      // A third program on a port that is taken says so, and what to do.
      const taken = new URL(addresses[1] ?? '').port;
      const third = start('dist/worker.js', [], { METRICS_PORT: taken });
      expect(await third.end()).toBe(1);
      expect(third.output).toContain(`port ${taken} of 127.0.0.1 (EADDRINUSE): set another METRICS_PORT`);

      expect(await delivering.kill('SIGTERM')).toBe(0);
      expect(await api.kill('SIGTERM')).toBe(0);
      for (const own of addresses) await expect(fetch(`${own}/metrics`)).rejects.toThrow();
    });
  });
});
