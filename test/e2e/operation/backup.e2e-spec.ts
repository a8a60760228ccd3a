import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { ApiClient } from '../../support/requests/api-client.js';
import { everyAnswer, type Answers } from '../../support/requests/every-answer.js';
import { CommandLine } from '../../support/programs/command-line.js';
import { Program } from '../../support/programs/program.js';
import { createTestDatabase, type TestDatabase } from '../../../src/testing/test-database.js';
import { until } from '../../../src/testing/until.js';
import { WebhookReceiver } from '../../support/servers/webhook-receiver.js';

let commandLine: CommandLine;

beforeAll(() => {
  commandLine = new CommandLine();
});
afterAll(() => commandLine.kill('SIGTERM'));

const refused = async (settings: Record<string, string>, ...words: string[]): Promise<string> => {
  const called = await commandLine.run(settings, ...words);
  expect([words, called]).toEqual([words, { code: 2, output: expect.any(String) }]);
  return called.output;
};

const TOKEN = /pda_[0-9A-Za-z]{49}/;

const localSettings = {
  RATE_LIMIT_REQUESTS: '1000000',
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
};

/** Of an embedded server and of the server of the tests, which may be an older PostgreSQL. */
describe('a demo organization with webhooks', () => {
  let directory: string;
  let receiver: WebhookReceiver;
  let token: string;
  let secret: string;
  let subscriber: string;
  let answers: Answers;
  let api: Program;
  const databases: TestDatabase[] = [];
  const programs: Program[] = [];

  const at = (name: string) => join(directory, name);
  const machine = (name: string, settings: Record<string, string> = {}) => ({
    DATA_DIRECTORY: at(name),
    ...settings,
  });
  const run = async (settings: Record<string, string>, ...words: string[]): Promise<string> => {
    const program = new Program(['dist/cli.js', ...words], settings);
    expect([await program.end(), program.output]).toEqual([0, expect.any(String)]);
    return program.output;
  };
  const start = (settings: Record<string, string>): Program => {
    const program = new Program(['dist/main.js'], { ...localSettings, ...settings });
    programs.push(program);
    return program;
  };
  const newDatabase = async (): Promise<string> => {
    const database = await createTestDatabase(false);
    databases.push(database);
    return database.url;
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'planning-copies-'));
    // The embedded server may run as another user.
    await chmod(directory, 0o755);
    receiver = await new WebhookReceiver().start();
    const size = ['--people', '10', '--projects', '8', '--months', '1'];
    token = TOKEN.exec(await run(machine('old'), 'seed', ...size))?.[0] ?? '';

    api = start(machine('old'));
    const client = new ApiClient(await api.address(), token);
    ({ id: subscriber, secret } = await client.create<{ id: string; secret: string }>(
      '/v1/webhook-subscribers',
      { name: 'CRM', url: receiver.url() },
    ));
    const topics = { topics: ['client.*'] };
    await client.create(`/v1/webhook-subscribers/${subscriber}/subscriptions`, topics);
    await client.create('/v1/clients', { name: 'Northwind' });
    await until('the webhook came', () => receiver.received.length === 1);
    const deliveries = `/v1/webhook-subscribers/${subscriber}/deliveries?state=delivered`;
    await until('it is delivered', async () => (await client.get(deliveries)).body.total === 1);
    answers = await everyAnswer(client.url, token);
  });
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.kill('SIGTERM')));
    await Promise.all(databases.map(({ drop }) => drop()));
    await receiver.stop();
    await rm(directory, { recursive: true, force: true });
  });

  /** What the program answers on a copy, and whether it signs as the old one did. */
  const examine = async (settings: Record<string, string>): Promise<void> => {
    const program = start(settings);
    const url = await program.address();
    expect(program.output).not.toMatch(TOKEN);
    const found = await everyAnswer(url, token);
    expect([...found.keys()].sort()).toEqual([...answers.keys()].sort());
    for (const [path, answer] of found) expect([path, answer]).toEqual([path, answers.get(path)]);

    receiver.received.length = 0;
    await new ApiClient(url, token).post(`/v1/webhook-subscribers/${subscriber}/ping`);
    await until('the ping came', () => receiver.received.length === 1);
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
    new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(await program.kill('SIGTERM')).toBe(0);
  };

  it('is backed up while the program runs, with the key inside only when that was asked for', async () => {
    const key = (await readFile(at('old/webhook-secret.key'), 'utf8')).trim();
    const said = await run(machine('old'), 'backup', at('plain.backup'));
    expect(said).toMatch(
      /^Backed up [\d,]+ rows of \d+ tables to \S+plain\.backup in \d+ s\.\nThe key of the webhooks' secrets is not inside \([0-9a-f]{16}\): keep a copy of it elsewhere\. It is in \S+old\/webhook-secret\.key\.\n$/,
    );
    const withKey = await run(machine('old'), 'backup', at('key.backup'), '--with-key', '--json');
    expect(JSON.parse(withKey)).toMatchObject({ has_key: true, file: at('key.backup') });
    const content = async (name: string) => gunzipSync(await readFile(at(name))).toString();
    expect(await content('plain.backup')).not.toContain(key);
    expect(await content('key.backup')).toContain(key);
    for (const name of ['plain.backup', 'key.backup'])
      expect((await stat(at(name))).mode & 0o777).toBe(0o600);
    expect((await readdir(directory)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('answers every GET the same on another machine, embedded, with the key that came with it', async () => {
    const said = await run(machine('new'), 'restore', at('key.backup'));
    expect(said).toMatch(/^.*Restored [\d,]+ rows of \d+ tables of 20\S+Z \(program \S+\)\.\n/s);
    expect(said).toContain(`The key of the webhooks' secrets is in ${at('new/webhook-secret.key')} now.\n`);
    expect((await stat(at('new/webhook-secret.key'))).mode & 0o777).toBe(0o600);
    await examine(machine('new'));
  });

  it('answers every GET the same on a PostgreSQL of its own, once the key file was brought there', async () => {
    const settings = machine('own', { DATABASE_URL: await newDatabase() });
    const said = await run(settings, 'restore', at('plain.backup'));
    expect(said).toMatch(
      /The key of the webhooks' secrets is missing \([0-9a-f]{16}\): copy webhook-secret\.key of the old machine to \S+own\/webhook-secret\.key, or set WEBHOOK_SECRET_KEY, before the program starts\.\n/,
    );
    const early = start(settings);
    expect(await early.end()).toBe(1);
    expect(early.output).toContain('encrypted with another key');

    await rm(at('own'), { recursive: true, force: true });
    await mkdir(at('own'));
    await copyFile(at('old/webhook-secret.key'), at('own/webhook-secret.key'));
    await examine(settings);
  });

  it('is refused where another key is, and stays where it is', async () => {
    await mkdir(at('other'));
    const other = `${Buffer.alloc(32, 5).toString('base64')}\n`;
    await writeFile(at('other/webhook-secret.key'), other);
    const database = { DATABASE_URL: await newDatabase() };
    expect(await refused(machine('other', database), 'restore', at('key.backup'))).toMatch(
      /^\S+other\/webhook-secret\.key holds another key than the backup \([0-9a-f]{16} instead of [0-9a-f]{16}\): move it away, or restore with another DATA_DIRECTORY\.\n$/,
    );
    expect(await readFile(at('other/webhook-secret.key'), 'utf8')).toBe(other);
    const missing = machine('none', {
      WEBHOOK_SECRET_KEY: other.trim(),
      DATABASE_URL: databases[0]?.url ?? '',
    });
    expect(await refused(missing, 'backup', at('no.backup'), '--with-key')).toBe(
      "The key of the webhooks' secrets is not here (WEBHOOK_SECRET_KEY): bring it, or leave out --with-key.\n",
    );
  });

  it('goes through a pipe, and a pipe that breaks leaves nothing behind', async () => {
    const shell = (command: string, settings: Record<string, string>) =>
      spawnSync('bash', ['-c', `set -o pipefail; ${command}`], {
        env: { PATH: process.env.PATH, ...settings },
        encoding: 'utf8',
      });
    const url = await newDatabase();
    const cli = `${process.execPath} dist/cli.js`;
    const piped = shell(`${cli} backup - | DATABASE_URL=${url} ${cli} restore - --json`, machine('old'));
    expect([piped.status, piped.stderr]).toEqual([0, expect.stringContaining('to the standard output')]);
    expect(JSON.parse(piped.stdout)).toMatchObject({ key: 'present', left_out: [] });

    const broken = shell(
      `${cli} backup - | head -c 3000 | DATABASE_URL=${await newDatabase()} ${cli} restore -`,
      machine('old'),
    );
    expect(broken.status).toBe(2);
    expect(broken.stderr).toContain('The backup is not whole, its end is missing: use another one.\n');
  });

  it('is moved to a PostgreSQL of its own when the program has stopped, and the key file stays', async () => {
    const url = await newDatabase();
    expect(await refused(machine('old'), 'move', url)).toMatch(
      /^The program runs on the database that is to be moved \(.*\): stop it, then start this again\.\n$/,
    );
    expect(await refused(machine('old'), 'move', `${url}_mistyped`)).toContain(
      'start it or correct the URL of the new database.',
    );
    await api.kill('SIGTERM');
    const said = await run(machine('old'), 'move', url);
    expect(said).toContain('set DATABASE_URL to the new database');
    expect(said).toContain(`The key of the webhooks' secrets is there: ${at('old/webhook-secret.key')}.\n`);
    await examine(machine('old', { DATABASE_URL: url }));
  });
});

describe('the command line of backups', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'planning-copies-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('says in one sentence what is wrong, without making a database', async () => {
    const file = join(directory, 'file');
    const data = join(directory, 'data');
    await writeFile(file, 'no backup');
    const runs: [string[], RegExp][] = [
      [['backup', file], /^\S+file is there already: name another file, or pass --force to replace it\.\n$/],
      [
        ['backup', join(directory, 'none', 'x')],
        /^The folder \S+none is not there: make it, or name a file elsewhere\.\n$/,
      ],
      [
        ['backup', join(directory, 'x')],
        /^There is no database in \S+data: set DATABASE_URL or DATA_DIRECTORY, or start this in the folder of the program, as the user who runs it\.\n$/,
      ],
      [['restore', join(directory, 'none')], /^\S+none is not there: name another file\.\n$/],
      [['restore', directory], /^\S+ cannot be read \(EISDIR\)\.\n$/],
      [['restore', file], /^This is no backup of this program: name the file that "backup" wrote\.\n$/],
      [['move', 'mysql://localhost/x'], /Must be postgresql:\/\/user:password@host:port\/database\./],
      [['move', 'postgresql://localhost/x'], /^There is no database in /],
      [['backup'], /missing required argument 'file'/],
    ];
    for (const [words, sentence] of runs) {
      expect(await refused({ DATA_DIRECTORY: data }, ...words)).toMatch(sentence);
    }
    expect(await readdir(directory)).toEqual(['file']);
  });
});
