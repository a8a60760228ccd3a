import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/platform/database/embedded-postgres.js';
import { ExtensionFolder } from '../support/programs/extension-folder.js';
import { Program } from '../support/programs/program.js';
import { until } from '../../src/testing/until.js';

interface Ready {
  readonly status: string;
  readonly details: { readonly skills: object };
}

describe('what an extension declares beside its routes', () => {
  let directory: string;
  let server: EmbeddedPostgres;
  let installation: ExtensionFolder;
  let extensions: string;
  let program: Program;
  let address: string;
  let monitoring: string;

  const start = (script: string, words: string[] = [], settings: Record<string, string> = {}) =>
    new Program(
      [script, ...words],
      {
        DATABASE_URL: server.url,
        DATA_DIRECTORY: directory,
        EXTENSIONS: extensions,
        SKILLS_PROFILE_KEEP_DAYS: '3',
        ...settings,
      },
      { cwd: installation.path },
    );
  const query = async <Row>(statement: string): Promise<Row[]> => {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    try {
      return (await client.query(statement)).rows as Row[];
    } finally {
      await client.end();
    }
  };
  const read = async <Answer>(url: string): Promise<Answer> => (await (await fetch(url)).json()) as Answer;
  const metrics = async (): Promise<string> => (await fetch(`${monitoring}/metrics`)).text();

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'planning-declared-'));
    await chmod(directory, 0o755);
    server = await startEmbeddedPostgres(directory);
    installation = await ExtensionFolder.open();
    extensions = await installation.build('skills');
    program = start('dist/main.js', ['--api-only'], { METRICS_PORT: '0', LOG_LEVEL: 'info' });
    address = await program.address();
    monitoring = `http://127.0.0.1:${(await program.says(/Metrics at port (\d+)/))[1]}`;
  });
  afterAll(async () => {
    await program.kill('SIGTERM');
    await server.stop();
    await installation.remove();
    await rm(directory, { recursive: true, force: true });
  });

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
    expect(document.info.description).toContain('**Skills** have names that are unique in the organization.');
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

    const worker = start('dist/worker.js');
    await until('the old ones are removed', async () => /^skill_profiles 1$/m.test(await metrics()));
    expect(await read<Ready>(`${address}/health/ready`)).toMatchObject({
      status: 'ok',
      details: { skills: { status: 'up', old_profiles: 0 } },
    });
    expect(await worker.kill('SIGTERM')).toBe(0);
  });
});
