import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import {
  EmbeddedPostgresError,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/platform/database/embedded-postgres.js';
import { waitForDatabase } from '../../src/platform/database/database-wait.js';
import { runMigrations } from '../../src/platform/database/migrations/migrations.js';
import { explainFailure } from '../../src/start/start-failures.js';
import { emptyDatabase } from '../support/databases/empty-database.js';
import { Program } from '../support/programs/program.js';
import { SmallDisk } from '../support/programs/small-disk.js';

const asRootOnly = process.getuid?.() === 0 ? it : it.skip;

/** Each with the exit code of a start that cannot be. */
const programs: [name: string, code: number, entry: string[]][] = [
  ['the API', 1, ['dist/main.js']],
  ['the worker', 1, ['dist/worker.js']],
  ['the command line', 2, ['dist/cli.js', 'token', 'list', '--organization', 'Any']],
];

describe('a start that cannot be', () => {
  let directory: string;
  let server: EmbeddedPostgres;
  let newerUrl: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'planning-refused-'));
    await chmod(directory, 0o755);
    server = await startEmbeddedPostgres(join(directory, 'data'));
    await query(server.url, `CREATE ROLE guest LOGIN PASSWORD 'guest'`);
    newerUrl = await emptyDatabase(server.url, 'newer');
    await runMigrations(newerUrl);
    await query(
      newerUrl,
      `INSERT INTO schema_migrations ("timestamp", name) VALUES (1, 'AddTeleport1999999999999')`,
    );
  });
  afterAll(async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const query = async (url: string, statement: string): Promise<void> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };

  const asGuest = (url: string): string =>
    Object.assign(new URL(url), { username: 'guest', password: 'guest' }).href;

  /** In a folder of its own, so that no file of the project is read. */
  const expectRefused = async (
    settings: Record<string, string>,
    sentence: RegExp,
    { cwd = directory, entry = ['dist/main.js'], code = 1 } = {},
  ): Promise<void> => {
    const program = new Program(entry, settings, { cwd });
    const ended = await program.end();
    expect(program.output).toMatch(sentence);
    expect(program.output).toMatch(/^[^\n]+\.\n$/);
    expect(ended).toBe(code);
  };

  /** For the same reason as the program, which tells it so. */
  const expectNoServer = async (data: string, sentence: RegExp): Promise<void> => {
    const refused = startEmbeddedPostgres(data);
    await expect(refused).rejects.toBeInstanceOf(EmbeddedPostgresError);
    await expect(refused).rejects.toThrow(sentence);
    await expect(refused).rejects.toThrow(/^[^\n]+\.$/);
  };

  it.each(programs)(
    'because a newer version has changed the database names its migration: %s',
    async (_name, code, entry) => {
      await expectRefused(
        { DATABASE_URL: newerUrl },
        /^The database was changed by a newer version .*\(AddTeleport1999999999999\): start the newer version, or restore the backup/,
        { entry, code },
      );
    },
  );

  it('because the database is that of something else says so, and changes nothing there', async () => {
    const url = await emptyDatabase(server.url, 'shop');
    await query(url, 'CREATE TABLE clients (name text); CREATE TABLE orders (id int)');
    const sentence = /^The database is not empty and not of this program \(it has clients, orders\): set/;
    await expectRefused({ DATABASE_URL: url }, sentence);
    await query(url, 'INSERT INTO schema_migrations DEFAULT VALUES').then(
      () => Promise.reject(new Error('There is a table')),
      ({ code }) => expect(code).toBe('42P01'),
    );
  });

  it('because the role lacks a right says which', async () => {
    const lacks = (what: string): RegExp =>
      new RegExp(
        `^The role of DATABASE_URL lacks a right that it needs \\([^\\n]*${what}[^\\n]*\\): make it`,
      );
    const empty = await emptyDatabase(server.url, 'guarded');
    const used = await emptyDatabase(server.url, 'used');
    await runMigrations(used);
    const closed = await emptyDatabase(server.url, 'closed');
    await query(closed, 'REVOKE CONNECT ON DATABASE closed FROM PUBLIC');
    const told = async (url: string): Promise<string> =>
      waitForDatabase(url)
        .then(() => runMigrations(url))
        .then(() => '', explainFailure);
    expect(await told(asGuest(empty))).toMatch(lacks('permission denied'));
    expect(await told(asGuest(closed))).toMatch(
      /cannot be used \(permission denied for database "closed"\)[^\n]*\.$/,
    );
    await expectRefused(
      { DATABASE_URL: asGuest(used) },
      lacks('permission denied for table schema_migrations'),
    );
  });

  it.each(programs)('because .env cannot be read says why: %s', async (_name, code, entry) => {
    const cwd = join(directory, 'folder');
    await mkdir(join(cwd, '.env'), { recursive: true });
    await expectRefused({}, /\.env cannot be read \(it is a folder\): make it a file/, { cwd, code, entry });
  });

  it('because of settings names each fault, and for a name in .env that is no setting which was meant', async () => {
    const cwd = join(directory, 'misspelt');
    await mkdir(cwd);
    await writeFile(join(cwd, '.env'), 'WEBHOOK_ALOW_HTTP=true\n');
    const program = new Program(['dist/main.js'], { PORT: 'x', RATE_LIMIT_REQUESTS: '0' }, { cwd });
    expect(await program.end()).toBe(1);
    expect(program.output).toMatch(
      /\n {2}WEBHOOK_ALOW_HTTP is no setting: did you mean WEBHOOK_ALLOW_HTTP\?\n/,
    );
    expect(program.output).toMatch(/PORT must .*\n.*RATE_LIMIT_REQUESTS must/);
    expect(program.output).not.toMatch(/ at .*\.js/);
  });

  it('names what is no setting in the environment too, which may be of others', async () => {
    const settings = {
      WEBHOOK_ALOW_HTTP: 'true',
      DATABASE_URL: asGuest(server.url).replace(':guest', ':wrong'),
    };
    const program = new Program(['dist/main.js'], settings, { cwd: directory });
    expect(await program.end()).toBe(1);
    expect(program.output).toMatch(
      /^The environment variable WEBHOOK_ALOW_HTTP is no setting [^\n]*WEBHOOK_ALLOW_HTTP\?\nPostgreSQL at 127\.0\.0\.1:\d+ cannot be used .*correct DATABASE_URL\.\n$/,
    );
  });

  it('because the folder of the data is below a file says so', async () => {
    const file = join(directory, 'file');
    await writeFile(file, '');
    await expectRefused({ DATA_DIRECTORY: join(file, 'data') }, /cannot be made \(a part of it is a file\)/);
  });

  it('because the folder of the data is where none can be made says so', async () => {
    await expectNoServer('/proc/planning', /\/proc\/planning cannot be made \(/);
  });

  asRootOnly('because the disk can only be read says so, whether the folder is there or not', async () => {
    const disk = await SmallDisk.mount(1);
    try {
      await mkdir(join(disk.path, 'there'));
      await disk.makeReadOnly();
      for (const name of ['data', 'a/b']) await expectNoServer(join(disk.path, name), /read-only/);
      await expectRefused({ DATA_DIRECTORY: join(disk.path, 'there') }, /read-only/);
    } finally {
      await disk.unmount();
    }
  });
});
