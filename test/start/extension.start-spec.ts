import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.js';
import { ApiClient } from '../support/requests/api-client.js';
import { ExtensionFolder } from '../support/programs/extension-folder.js';
import { Program } from '../support/programs/program.js';
import { until } from '../../src/testing/until.js';

interface Skill {
  readonly id: string;
  readonly name: string;
}

describe('an extension', () => {
  let directory: string;
  let extended: TestDatabase;
  const others: TestDatabase[] = [];
  let installation: ExtensionFolder;
  let extensions: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'planning-extended-'));
    extended = await createTestDatabase();
    installation = await ExtensionFolder.open();
    extensions = await installation.build('skills');
  });
  afterAll(async () => {
    for (const database of [extended, ...others]) await database.drop();
    await installation.remove();
    await rm(directory, { recursive: true, force: true });
  });

  const open = async (isMigrated?: boolean): Promise<TestDatabase> => {
    const database = await createTestDatabase(isMigrated);
    others.push(database);
    return database;
  };

  const query = async <Row>({ url }: TestDatabase, statement: string): Promise<Row[]> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(statement)).rows as Row[];
    } finally {
      await client.end();
    }
  };

  const start = (
    { url }: TestDatabase,
    settings: Record<string, string> = {},
    [script = '', ...words]: readonly string[] = ['dist/main.js'],
  ) =>
    new Program(
      [script, ...words],
      { DATABASE_URL: url, DATA_DIRECTORY: join(directory, new URL(url).pathname), ...settings },
      { cwd: installation.path },
    );

  describe('that is named in EXTENSIONS', () => {
    let program: Program;
    let api: ApiClient;
    let address: string;
    let skill: Skill;

    beforeAll(async () => {
      program = start(extended, { EXTENSIONS: extensions });
      address = await program.address();
      api = new ApiClient(address, await program.firstToken());
    });
    afterAll(() => program.kill('SIGTERM'));

    it('has its routes, its rule and its validation', async () => {
      skill = await api.create<Skill>('/v1/skills', { name: 'TypeScript' });
      expect((await api.get(`/v1/skills/${skill.id}`)).body).toEqual(skill);
      expect((await api.get('/v1/skills')).body).toMatchObject({ total: 1, results: [skill] });
      const again = await api.post('/v1/skills', { name: 'TypeScript' });
      expect([again.status, again.body.code]).toEqual([409, 'skill.name_in_use']);
      const nameless = await api.post('/v1/skills', { name: '' });
      expect([nameless.status, Object.keys(nameless.body.errors ?? {})]).toEqual([400, ['name']]);
    });

    it('has scopes, to which a token can be limited', async () => {
      const made = await api.post('/v1/access-tokens', { name: 'n', scopes: ['skills:read'] });
      expect(made.status).toBe(201);
      const reader = new ApiClient(address, (made.body as unknown as { token: string }).token);
      expect((await reader.get('/v1/skills')).status).toBe(200);
      expect((await reader.post('/v1/skills', { name: 'Rust' })).status).toBe(403);
      expect((await reader.get('/v1/people')).status).toBe(403);
    });

    it('has topics, which can be subscribed to', async () => {
      const subscriber = await api.create<{ id: string }>('/v1/webhook-subscribers', {
        name: 'All skills',
        url: 'https://example.com/hook',
      });
      const path = `/v1/webhook-subscribers/${subscriber.id}/subscriptions`;
      expect((await api.post(path, { topics: ['skill.created', 'skill.*'] })).status).toBe(201);
      expect((await api.post(path, { topics: ['skill.forgotten'] })).status).toBe(400);
      const events = await query<{ topic: string }>(
        extended,
        `SELECT topic FROM outbox_events WHERE topic LIKE 'skill.%'
         UNION ALL SELECT topic FROM changes WHERE topic LIKE 'skill.%'`,
      );
      expect(events).toEqual([{ topic: 'skill.created' }]);
    });

    it('follows another context, though nobody waits for it', async () => {
      const person = await api.create<{ id: string }>('/v1/people', {
        given_name: 'Ada',
        family_name: 'Lovelace',
        email_address: 'ada@example.com',
      });
      await until('the profile is there', async () => {
        const profiles = await query<{ person_id: string }>(extended, 'SELECT person_id FROM skill_profiles');
        return profiles.some(({ person_id }) => person_id === person.id);
      });
    });

    it('stands in the API description: operations, tag, scopes, webhook', async () => {
      const description = (await (await fetch(`${address}/openapi.json`)).json()) as {
        paths: object;
        webhooks: object;
        tags: { name: string }[];
        info: { description: string };
      };
      expect(Object.keys(description.paths)).toEqual(
        expect.arrayContaining(['/v1/skills', '/v1/skills/{id}']),
      );
      expect(Object.keys(description.webhooks)).toContain('skill.created');
      expect(description.tags.map(({ name }) => name)).toContain('Skills');
      expect(description.info.description).toContain('| `skills:read` | Skills |  |');
    });

    it('stands in the file of the API description too', async () => {
      const file = join(installation.path, 'openapi.json');
      const written = new Program(
        ['dist/openapi.js', file],
        { EXTENSIONS: extensions },
        { cwd: installation.path },
      );
      expect([await written.end(), written.output]).toEqual([0, '']);
      expect(Object.keys((JSON.parse(await readFile(file, 'utf8')) as { paths: object }).paths)).toContain(
        '/v1/skills',
      );
    });

    it('keeps its migrations in a ledger of its own', async () => {
      const ledger = 'SELECT name FROM schema_migrations_skills';
      expect(await query(extended, ledger)).toEqual([{ name: 'CreateSkills1796000000000' }]);
    });

    it('is in every process: one that lacks it does not start, and names it', async () => {
      const scripts = ['dist/main.js', 'dist/worker.js'];
      for (const without of scripts.map((script) => start(extended, {}, [script]))) {
        expect(await without.end()).toBe(1);
        expect(without.output).toMatch(
          /^The database has tables of an extension that this process lacks \(skills\): install it and name it in EXTENSIONS[^\n]+\n$/,
        );
      }
    });

    it('is known to the command line, and its tables are in backups and restored', async () => {
      const run = (database: TestDatabase, ...words: string[]) =>
        start(database, { EXTENSIONS: extensions }, ['dist/cli.js', ...words]);
      const file = join(directory, 'copy.backup');
      const help = run(extended, 'token', 'create', '--help');
      const backup = run(extended, 'backup', file);
      expect(await help.end()).toBe(0);
      expect(help.output.replaceAll(/\s+/g, ' ')).toContain('skills:write');
      expect([await backup.end(), backup.output]).toEqual([0, expect.any(String)]);
      const restored = await open(false);
      const restore = run(restored, 'restore', file);
      expect([await restore.end(), restore.output]).toEqual([0, expect.any(String)]);
      const { id, name } = skill;
      expect(await query(restored, 'SELECT id, name FROM skills')).toEqual([{ id, name }]);
      expect(await query(restored, 'SELECT name FROM schema_migrations_skills')).toHaveLength(1);
    });
  });

  it('can be given to startApi() by a program of somebody else', async () => {
    const file = join(installation.path, 'start.mjs');
    await writeFile(
      file,
      `import { exitWith, startApi } from 'planning-delivery-api';
       const { context } = await import('./extensions/skills/dist/index.js');
       startApi({ extensions: [context] }).catch(exitWith);`,
    );
    const program = start(await open(false), {}, [file]);
    const api = new ApiClient(await program.address(), await program.firstToken());
    expect((await api.post('/v1/skills', { name: 'Rust' })).status).toBe(201);
    expect(await program.kill('SIGTERM')).toBe(0);
  });

  it('that cannot be used is refused in a sentence that says why', async () => {
    const empty = await installation.write('empty', 'export const nothing = 1;');
    const broken = await installation.write('broken', 'throw new Error("not today");');
    const people = await installation.write(
      'people',
      `import { defineContext } from 'planning-delivery-api/platform';
       export const context = defineContext({ name: 'people', module: class {} });`,
    );
    // What a start refuses them with, one after the other.
    const file = join(installation.path, 'refuse.mjs');
    await writeFile(
      file,
      `import 'reflect-metadata';
       const { loadSettings } = await import(${JSON.stringify(pathToFileURL('dist/start/prepared-process.js'))});
       for (const name of process.argv.slice(2)) {
         process.env.EXTENSIONS = name;
         await loadSettings().catch(({ message }) => console.log(message));
       }`,
    );
    const refused = start(extended, {}, [file, '@acme/missing', empty, broken, people]);
    expect(await refused.end()).toBe(0);
    expect(refused.output.trim().split('\n')).toEqual([
      expect.stringMatching(/^The extension @acme\/missing is not found from .*: install it/),
      expect.stringMatching(/has no context: export what defineContext returns as "context"\.$/),
      expect.stringMatching(/cannot be loaded from .*: Error: not today$/),
      expect.stringMatching(/There is a context "people" already/),
    ]);
  });

  it('whose routes need a scope that nobody declares is refused', async () => {
    const scopeless = await installation.write(
      'scopeless',
      `import { Module } from '@nestjs/common';
       import { Controller } from '@nestjs/common';
       import { ApiResource, defineContext } from 'planning-delivery-api/platform';
       class LevelController {}
       Controller({ path: 'levels', version: '1' })(LevelController);
       ApiResource('Levels', 'levels')(LevelController);
       class LevelsModule {}
       Module({ controllers: [LevelController] })(LevelsModule);
       export const context = defineContext({ name: 'scopeless', module: LevelsModule });`,
    );
    const program = start(await open(), { EXTENSIONS: scopeless });
    expect(await program.end()).toBe(1);
    expect(program.output).toContain('LevelController: no context declares the scope levels:read:');
  });

  it('with a copy of its own of a package that must be shared is refused with both places', async () => {
    const name = await installation.write(
      'copied',
      'export const context = { name: "copied", module: class {} };',
    );
    const copy = join(installation.path, 'extensions/copied/node_modules/typeorm');
    await mkdir(copy, { recursive: true });
    await writeFile(join(copy, 'package.json'), '{ "name": "typeorm", "main": "index.js" }');
    await writeFile(join(copy, 'index.js'), '');
    const program = start(extended, { EXTENSIONS: name });
    expect(await program.end()).toBe(1);
    expect(program.output).toMatch(
      /^The extension \S+ has a copy of typeorm of its own: \S*copied\/node_modules\/typeorm\/index\.js beside \S*node_modules\/typeorm\/\S+\. Make it[^\n]+\n$/,
    );
  });
});
