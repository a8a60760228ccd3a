import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ClientService } from '../../../src/contexts/sales/clients/client.service.js';
import { Client } from 'pg';
import { move } from '../../../src/backup/move.js';
import { withSchemaLock } from '../../../src/platform/database/migrations/schema-lock.js';
import { MIGRATION_LOCK } from '../../../src/platform/database/migrations/migrations.js';
import { CopyStage, rowsOf } from '../../support/databases/copy-stage.js';
import { createTestModule } from '../../support/application/test-application.js';
import { createTestDatabase, type TestDatabase } from '../../../src/testing/test-database.js';
import { until } from '../../../src/testing/until.js';

const clients = 'SELECT name FROM clients ORDER BY name';
const blocked = `SELECT count(*)::int FROM pg_stat_activity
  WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`;
const { signal } = new AbortController();

describe('a move', () => {
  let stage: CopyStage;
  let source: TestDatabase;
  let target: TestDatabase;
  beforeAll(async () => {
    stage = await CopyStage.open();
    source = await createTestDatabase();
    const application = await createTestModule({ databaseUrl: source.url });
    await application.get(ClientService).create(application.organizationId, { name: 'Northwind' });
    await application.close();
  });
  afterAll(async () => {
    await source.drop();
    await stage.remove();
  });
  beforeEach(async () => {
    target = await createTestDatabase(false);
  });
  afterEach(() => target.drop());
  const moving = () => move(source.url, target.url, stage.settings(), signal);

  /** Does the work while a move stands still between the old database and the new one. */
  async function whileMoveWaits(work: (moved: Promise<unknown>) => Promise<void>): Promise<void> {
    const holder = new Client({ connectionString: target.url });
    await holder.connect();
    try {
      await holder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
      const moved = moving();
      moved.catch(() => undefined);
      await until('the move waits', async () => (await rowsOf(target.url, blocked))[0]?.count === 1);
      await work(moved);
    } finally {
      await holder.end();
    }
  }

  it('brings every row to the new database, and leaves the old one as it was', async () => {
    const before = await stage.backUp(source.url, 'before.backup');
    await moving();
    const content = (url: string) => rowsOf(url, clients);
    expect(await content(target.url)).toEqual([{ name: 'Northwind' }]);
    expect(await content(source.url)).toEqual([{ name: 'Northwind' }]);
    const again = await createTestDatabase(false);
    await stage.restore(again.url, before);
    expect(await content(again.url)).toEqual(await content(target.url));
    await again.drop();
  });

  it('is refused while the program runs on the old database', async () => {
    const running = await createTestModule({ databaseUrl: source.url });
    await expect(moving()).rejects.toThrow(
      /^The program runs on the database that is to be moved \(.*planning.* from 127\.0\.0\.1.*\): stop it, then start this again\.$/,
    );
    await running.close();
    expect(await rowsOf(target.url, `SELECT to_regclass('clients') AS found`)).toEqual([{ found: null }]);
  });

  it('is refused while the program runs on it, whatever name the URL gives it', async () => {
    const running = await createTestModule({ databaseUrl: `${source.url}?application_name=crm` });
    await expect(moving()).rejects.toThrow(
      /^The program runs on the database that is to be moved \(.*planning-requests from/,
    );
    await running.close();
  });

  it('is refused where the settings name the new database already', async () => {
    const url = `${source.url}?application_name=crm`;
    await expect(move(source.url, url, stage.settings(), signal)).rejects.toThrow(
      'The new database is the one of the settings: take DATABASE_URL out of them',
    );
  });

  it('is refused by a database that is not empty, such as the old one under another name', async () => {
    const url = source.url.replace('127.0.0.1', 'localhost');
    await expect(move(source.url, url, stage.settings(), signal)).rejects.toThrow(/runs on|not empty/);
    await rowsOf(target.url, 'CREATE TABLE invoices (id integer)');
    await expect(moving()).rejects.toThrow('The database is not empty (it has invoices)');
  });

  it('is refused while the program brings the new database up to date', async () => {
    await withSchemaLock(target.url, async () => {
      await expect(moving()).rejects.toThrow(
        'The program runs on the database that is to be filled (planning',
      );
    });
  });

  it('and a program that starts on the old database meanwhile: it waits, and nothing is moved', async () => {
    let starting: Promise<unknown> | undefined;
    let ended: Promise<unknown> | undefined;
    await whileMoveWaits(async (moved) => {
      ended = expect(moved).rejects.toThrow(/runs on the database that is to be moved \(planning from/);
      starting = withSchemaLock(source.url, (schema) => schema.migrate());
      await until('the start waits', async () => (await rowsOf(source.url, blocked))[0]?.count === 1);
    });
    await ended;
    await starting;
    expect(await rowsOf(target.url, clients)).toEqual([]);
  });

  it('keeps whoever writes to the old database meanwhile waiting', async () => {
    let writing: Promise<unknown> | undefined;
    let ended: Promise<unknown> | undefined;
    await whileMoveWaits(async (moved) => {
      ended = moved;
      writing = rowsOf(source.url, `UPDATE clients SET name = 'Southwind'`);
      await until('the write waits', async () => (await rowsOf(source.url, blocked))[0]?.count === 1);
    });
    await ended;
    await writing;
    expect(await rowsOf(target.url, clients)).toEqual([{ name: 'Northwind' }]);
    await rowsOf(source.url, `UPDATE clients SET name = 'Northwind'`);
  });
});
