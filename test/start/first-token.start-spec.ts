import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.js';
import { ApiClient } from '../support/requests/api-client.js';
import { Program } from '../support/programs/program.js';
import { PASSWORD, secretOf, TestBrowser } from '../support/requests/test-browser.js';

const TOKEN = /pda_[0-9A-Za-z]{49}/;
const DAY_MS = 24 * 60 * 60 * 1000;

describe('the first token', () => {
  let directory: string;
  let database: TestDatabase;
  let programs: Program[];

  const open = async (): Promise<void> => {
    directory = await mkdtemp(join(tmpdir(), 'planning-token-'));
    database = await createTestDatabase();
    programs = [];
  };
  const close = async (): Promise<void> => {
    await Promise.all(programs.map((program) => program.kill('SIGKILL')));
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  };

  const start = (settings: Record<string, string> = {}): Program => {
    const program = new Program(['dist/main.js'], {
      DATABASE_URL: database.url,
      DATA_DIRECTORY: directory,
      DATABASE_POOL_SIZE: '5',
      ...settings,
    });
    programs.push(program);
    return program;
  };

  describe('where a file of an earlier installation is', () => {
    const settings = { LOG_LEVEL: 'trace', PUBLIC_URL: 'http://localhost:3000' };
    let program: Program;

    beforeAll(async () => {
      await open();
      await writeFile(join(directory, 'first-token'), 'earlier');
      program = start(settings);
    });
    afterAll(close);

    it('goes into a file of its owner where standard output is no terminal, for 90 days, and into no log', async () => {
      const token = await program.firstToken();
      expect(program.output).toContain('The web application is at http://localhost:3000/app\n');
      const file = join(directory, 'first-token');
      expect(await readFile(file, 'utf8')).toMatch(new RegExp(`^${TOKEN.source}\\n$`));
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(program.output).toContain(file);
      expect(program.output).not.toMatch(TOKEN);

      const { body } = await new ApiClient(await program.address(), token).get<{ expires_date: string }>(
        '/v1/me',
      );
      const days = (Date.parse(body.expires_date) - Date.now()) / DAY_MS;
      expect(days).toBeGreaterThan(89.9);
      expect(days).toBeLessThanOrEqual(90);

      const [line = ''] = await program.says(/curl -H .*/);
      const { stdout } = await promisify(execFile)('sh', ['-c', line.replace('curl', 'curl -s')]);
      expect(JSON.parse(stdout)).toMatchObject({ email_address: 'admin@example.com', scopes: ['admin'] });
    });

    it('comes with a link that signs the administrator in, in a file of its owner too; afterwards each start says how to get one', async () => {
      await program.says(/sign-in link is in \S+first-sign-in-link, which/);
      const file = join(directory, 'first-sign-in-link');
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      const link = (await readFile(file, 'utf8')).trim();
      expect(link).toMatch(/^http:\/\/localhost:3000\/app\/welcome#pdl_\w{49}$/);
      const second = start(settings);
      await second.says(/No administrator can sign in/);
      expect(second.output).toContain(
        'sign-in-link --organization "My Organization" --email admin@example.com\n',
      );
      const browser = new TestBrowser(await program.address());
      expect((await browser.follow(link)).status).toBe(204);
      const token = await browser.token();
      const third = start(settings);
      await third.address();
      expect(third.output).not.toContain('No administrator can sign in');
      const secrets = [secretOf(link), token, PASSWORD, ...browser.cookies.values()];
      const outputs = [program, second, third].map(({ output }) => output);
      expect(secrets.filter((secret) => outputs.some((output) => output.includes(secret)))).toEqual([]);
    });

    it('is no longer than needed in the way of that of an earlier installation, which is put aside', async () => {
      expect(await program.firstToken()).toMatch(TOKEN);
      const [, earlier = ''] = await program.says(/earlier installation, which was there, is now (\S+)\./);
      expect(await readFile(earlier, 'utf8')).toBe('earlier');
      const files = (await readdir(directory)).filter((name) => name.startsWith('first-token'));
      expect(files).toHaveLength(2);
    });
  });

  describe('where there was none', () => {
    beforeEach(open);
    afterEach(close);

    it('that cannot be kept is no reason not to start: what to do is said', async () => {
      const inTheWay = join(directory, 'file');
      await writeFile(inTheWay, '');
      const key = Buffer.alloc(32, 1).toString('base64');
      const program = start({
        DATA_DIRECTORY: inTheWay,
        WEBHOOK_SECRET_KEY: key,
        npm_lifecycle_event: 'start',
      });
      await program.says(/could not be kept in .* \(EEXIST|could not be kept in .* \(ENOTDIR/);
      expect(program.output).toContain(
        'npm run --silent token -- create --organization "My Organization" --email admin@example.com',
      );
      expect(program.output).not.toMatch(TOKEN);
      expect((await fetch(`${await program.address()}/health/ready`)).status).toBe(200);
    });

    it('is shown on a terminal', async () => {
      const { PATH = '', HOME = '' } = process.env;
      // It makes a terminal; the one of BSD takes its words another way.
      const words =
        process.platform === 'linux'
          ? ['-qfec', 'node dist/main.js', '/dev/null']
          : ['-q', '/dev/null', 'node', 'dist/main.js'];
      const terminal = spawn('script', words, {
        env: {
          PATH,
          HOME,
          HOST: '127.0.0.1',
          PORT: '0',
          LOG_LEVEL: 'error',
          DATABASE_URL: database.url,
          DATA_DIRECTORY: directory,
        },
        stdio: ['pipe', 'pipe', 'ignore'],
        detached: true,
      });
      let output = '';
      for await (const chunk of terminal.stdout as AsyncIterable<Buffer>) {
        output += chunk.toString();
        if (output.includes('It expires on')) break;
      }
      process.kill(-(terminal.pid ?? 0), 'SIGKILL');
      const [, address = ''] = /listens on (\S+)/.exec(output) ?? [];
      expect(address).toMatch(/^http:/);
      expect(output).toMatch(TOKEN);
      expect(await readdir(directory)).not.toContain('first-token');
    });
  });
});
