import { readFile, stat, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ClientService } from '../../../src/contexts/sales/clients/client.service.js';
import { Test, type TestingModule } from '@nestjs/testing';
import { Client } from 'pg';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { AppModule } from '../../../src/app.module.js';
import { InstallationService } from '../../../src/contexts/organization/index.js';
import { readProgramSettings } from '../../../src/contexts.js';
import type { UnitOfWork } from '../../../src/platform/database/index.js';
import { withSchemaLock } from '../../../src/platform/database/migrations/schema-lock.js';
import { appliedMigrations } from '../../../src/platform/database/migrations/ledger.js';
import { MIGRATION_LOCK } from '../../../src/platform/database/migrations/migrations.js';
import { CopyStage, rowsOf } from '../../support/databases/copy-stage.js';
import { raceBehind } from '../../support/application/race.js';
import { createTestModule, type TestModule } from '../../support/application/test-application.js';
import { createTestDatabase, type TestDatabase } from '../../../src/testing/test-database.js';
import { until } from '../../../src/testing/until.js';

const tables = `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`;
const organizations = 'SELECT name FROM organizations ORDER BY name';

const migrationsOf = (url: string): Promise<string[]> =>
  appliedMigrations((statement, parameters) => rowsOf(url, statement, parameters));

describe('a restore', () => {
  let stage: CopyStage;
  let source: TestModule;
  let file: string;
  let target: TestDatabase;

  beforeAll(async () => {
    stage = await CopyStage.open();
    source = await createTestModule();
    await source.get(ClientService).create(source.organizationId, { name: 'Northwind' });
    file = await stage.backUp(source.databaseUrl, 'one.backup');
  });
  afterAll(async () => {
    await source.close();
    await stage.remove();
  });
  const databases: TestDatabase[] = [];
  const newDatabase = async (isMigrated?: boolean): Promise<TestDatabase> => {
    const made = await createTestDatabase(isMigrated);
    databases.push(made);
    return made;
  };
  beforeEach(async () => {
    target = await newDatabase(false);
  });
  afterAll(() => Promise.all(databases.map(({ drop }) => drop())));

  it('brings a database without tables to the migrations of the program, and all rows into it', async () => {
    const summary = await stage.restore(target.url, file);
    expect(summary.rows).toBeGreaterThan(5);
    expect(await rowsOf(target.url, organizations)).toEqual([{ name: 'Test organization' }]);
    expect(await migrationsOf(target.url)).toEqual(await migrationsOf(source.databaseUrl));
  });

  it('is refused by a database that is not empty, and by one with tables of somebody else', async () => {
    target = await newDatabase();
    await stage.restore(target.url, file);
    await expect(stage.restore(target.url, file)).rejects.toThrow(
      /^The database is not empty \(it has access_tokens, .* and \d+ more\): name an empty one, a restore by DATABASE_URL or a new DATA_DIRECTORY, a move by its argument\.$/,
    );
    const other = await newDatabase(false);
    await rowsOf(other.url, 'CREATE TABLE invoices (id integer)');
    await rowsOf(other.url, 'CREATE TABLE schema_migrations (version text)');
    await expect(stage.restore(other.url, file)).rejects.toThrow(
      'The database is not empty (it has invoices)',
    );
    expect(await rowsOf(other.url, tables)).toEqual([
      { tablename: 'invoices' },
      { tablename: 'schema_migrations' },
    ]);
  });

  it('of a file that is cut or changed leaves the database without a row, and the whole file goes in then', async () => {
    const content = await readFile(file);
    const plain = gunzipSync(content);
    const broken: [Buffer, RegExp][] = [
      [content.subarray(0, content.length - 1), /not whole/],
      [content.subarray(0, Math.floor(content.length * 0.8)), /not whole/],
      [gzipSync(plain.subarray(0, plain.lastIndexOf('\n-- '))), /not whole/],
      [gzipSync(Buffer.from(plain.toString().replaceAll('Northwind', 'Southwind'))), /changed/],
    ];
    for (const [index, [bytes, sentence]] of broken.entries()) {
      const damaged = stage.file(`damaged-${index}.backup`);
      await writeFile(damaged, bytes);
      await expect(stage.restore(target.url, damaged)).rejects.toThrow(sentence);
      expect(await rowsOf(target.url, organizations)).toEqual([]);
    }
    await stage.restore(target.url, file);
    expect(await rowsOf(target.url, 'SELECT name FROM clients')).toEqual([{ name: 'Northwind' }]);
  });

  it('of an older program brings its level first, then the rows, then the newer migrations', async () => {
    const old = await createTestDatabase();
    const levels = await migrationsOf(old.url);
    const older = levels.slice(0, -3);
    await withSchemaLock(old.url, (schema) => schema.revertTo(older));
    await rowsOf(
      old.url,
      `INSERT INTO organizations (id, name, name_key) VALUES (gen_random_uuid(), 'Old', 'old')`,
    );
    const oldFile = await stage.backUp(old.url, 'old.backup');
    await old.drop();

    await stage.restore(target.url, oldFile);
    expect(await rowsOf(target.url, organizations)).toEqual([{ name: 'Old' }]);
    expect(await migrationsOf(target.url)).toEqual(levels);

    const migrated = await newDatabase();
    await stage.restore(migrated.url, oldFile);
    expect(await rowsOf(migrated.url, organizations)).toEqual([{ name: 'Old' }]);
    expect(await migrationsOf(migrated.url)).toEqual(levels);
  });

  it('of a newer program is refused with the names of the migrations that are not known here', async () => {
    const newer = await newDatabase();
    await rowsOf(
      newer.url,
      `INSERT INTO schema_migrations (timestamp, name) VALUES (9999999999999, 'FromTheFuture9999999999999')`,
    );
    const newerFile = await stage.backUp(newer.url, 'newer.backup');
    await expect(stage.restore(target.url, newerFile)).rejects.toThrow(
      /migrations that this one \(\S+\) does not know \(FromTheFuture9999999999999\): use program \S+ or newer\.$/,
    );
    expect(await rowsOf(target.url, tables)).toEqual([]);
    await expect(stage.restore(newer.url, file)).rejects.toThrow(
      'The database has migrations that this program does not know (FromTheFuture9999999999999): use a new database.',
    );
  });

  it('is refused while the program runs on the database, and says where', async () => {
    const running = await createTestModule();
    await expect(stage.restore(running.databaseUrl, file)).rejects.toThrow(
      /^The program runs on the database that is to be filled \(.*planning.* from 127\.0\.0\.1.*\): stop it, then start this again\.$/,
    );
    await running.close();
  });

  describe('and a first start at the same moment', () => {
    let module: TestingModule;
    let installation: InstallationService;
    beforeEach(async () => {
      target = await newDatabase();
      // A process that has not said yet that it uses the database, under a name that nobody knows.
      const root = AppModule.forRoot(readProgramSettings({ LOG_LEVEL: 'silent' }), target.url);
      module = await Test.createTestingModule({ imports: [root] }).compile();
      const source = module.get(DataSource);
      const { master } = source.driver as unknown as { master: Pool };
      Object.assign(master.options, { application_name: 'elsewhere' });
      await Promise.all(
        Array.from({ length: master.totalCount }, () => source.query(`SET application_name = 'elsewhere'`)),
      );
      installation = module.get(InstallationService, { strict: false });
    });
    afterEach(() => module.close());

    const start = () => installation.begin('Made by a start', 'a@example.com');

    it('is refused where the start was first', async () => {
      const application = {
        get: (provider: typeof UnitOfWork) => module.get(provider, { strict: false }),
        database: module.get(DataSource),
      } as unknown as TestModule;
      const { waited, outcome } = await raceBehind(application, start, () => stage.restore(target.url, file));
      expect([waited, outcome]).toEqual([true, expect.stringMatching(/The database is not empty/)]);
      expect(await rowsOf(target.url, organizations)).toEqual([{ name: 'Made by a start' }]);
    });

    it('fills the database where it was first, and the start makes nothing', async () => {
      let starting: Promise<unknown> | undefined;
      await stage.restore(target.url, file, {
        beforeCommit: async () => {
          starting = start();
          await until('the start waits', async () => (await waiting(target.url)) > 0);
        },
      });
      expect(await starting).toBeNull();
      expect(await rowsOf(target.url, organizations)).toEqual([{ name: 'Test organization' }]);
    });
  });

  it('of two at the same moment is one that fills the database, and one that is refused', async () => {
    const ended = await Promise.allSettled([1, 2].map(() => stage.restore(target.url, file)));
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await rowsOf(target.url, organizations)).toEqual([{ name: 'Test organization' }]);
  });

  it('keeps programs that start meanwhile waiting until it is done', async () => {
    const starting: Promise<unknown>[] = [];
    await stage.restore(target.url, file, {
      beforeCommit: async () => {
        starting.push(withSchemaLock(target.url, (schema) => schema.migrate()));
        await until('it waits', async () => (await waiting(target.url)) > 0);
      },
    });
    await Promise.all(starting);
    expect(await rowsOf(target.url, organizations)).toHaveLength(1);
  });
});

describe('a backup', () => {
  let stage: CopyStage;
  let source: TestDatabase;
  beforeAll(async () => {
    stage = await CopyStage.open();
    source = await createTestDatabase();
  });
  afterAll(async () => {
    await source.drop();
    await stage.remove();
  });

  it('is readable by its owner only, and never takes the place of another file unasked', async () => {
    const file = await stage.backUp(source.url, 'one.backup');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const before = await readFile(file);
    await expect(stage.backUp(source.url, 'one.backup')).rejects.toThrow(
      `${file} is there already: name another file, or pass --force to replace it.`,
    );
    expect(await readFile(file)).toEqual(before);
  });

  it('waits for a migration that is under way, and a migration for it', async () => {
    const migrating = new Client({ connectionString: source.url });
    await migrating.connect();
    await migrating.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const backup = stage.backUp(source.url, 'later.backup');
    await until('the backup waits', async () => (await waiting(source.url)) > 0);
    await migrating.query(`CREATE TABLE made_meanwhile (id integer); INSERT INTO made_meanwhile VALUES (1)`);
    await migrating.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    const content = gunzipSync(await readFile(await backup)).toString();
    expect(content).toContain('COPY "made_meanwhile" ("id") FROM stdin;\n1\n\\.\n');
    await migrating.query('DROP TABLE made_meanwhile');
    await migrating.end();
  });

  it('of a database without the program is refused', async () => {
    const empty = await createTestDatabase(false);
    await expect(stage.backUp(empty.url, 'none.backup')).rejects.toThrow('nothing to back up');
    await empty.drop();
  });
});

const waiting = async (url: string): Promise<number> => {
  const [row] = await rowsOf<{ count: number }>(
    url,
    `SELECT count(*)::int FROM pg_stat_activity
     WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`,
  );
  return row?.count ?? 0;
};
