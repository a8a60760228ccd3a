import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ExtensionFolder } from '../support/programs/extension-folder.js';
import { CommandLine } from '../support/programs/command-line.js';
import { ApiClient } from '../support/requests/api-client.js';
import { pause, Program } from '../support/programs/program.js';
import { until } from '../../src/testing/until.js';
import { limitFor } from '../support/programs/machine-load.js';

/** Each test leaves the program to the next. */
describe('the program on a machine without a database', () => {
  const programs: Program[] = [];
  let directory: string;
  let both: Program[];
  let first: Program;
  let addresses: string[];
  let token: string | undefined;
  let running: { program: Program; api: ApiClient };

  const makeDirectory = async (): Promise<string> => {
    const made = await mkdtemp(join(tmpdir(), 'planning-start-'));
    await chmod(made, 0o755);
    return made;
  };

  const start = (): Program => {
    const settings = { DATA_DIRECTORY: directory, RATE_LIMIT_REQUESTS: '100000' };
    const program = new Program(['dist/main.js'], settings);
    programs.push(program);
    return program;
  };

  const serverIsRunning = async (data = directory): Promise<boolean> => {
    const file = await readFile(join(data, 'db', 'postmaster.pid'), 'utf8').catch(() => null);
    return file !== null;
  };

  beforeAll(async () => {
    directory = await makeDirectory();
    both = [start(), start()];
    addresses = await Promise.all(both.map((program) => program.address()));
    await until('one made the organization', () => whoMadeIt().length > 0);
    first = whoMadeIt()[0] as Program;
    token = await first.firstToken();
    running = { program: both[1] as Program, api: new ApiClient(addresses[1] ?? '', token) };
  });
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.kill('SIGTERM')));
    await rm(directory, { recursive: true, force: true });
  });

  const whoMadeIt = (): Program[] => both.filter(({ output }) => output.includes('access token is'));

  it('begins with an organization and a curl line that works when pasted', async () => {
    const [line = ''] = await first.says(/curl -H .*/);
    const { stdout } = await promisify(execFile)('sh', ['-c', `${line.replace('curl', 'curl -s')}`]);
    expect(JSON.parse(stdout)).toMatchObject({ email_address: 'admin@example.com', scopes: ['admin'] });

    const address = await first.address();
    expect(first.output).toContain(`The web application is at ${address}/app\n`);
    const link = await readFile(join(directory, 'first-sign-in-link'), 'utf8');
    expect(link.startsWith(`${address}/app/welcome`)).toBe(true);
  });

  it('can be started twice at once: both answer, and one makes the organization', async () => {
    expect(whoMadeIt()).toHaveLength(1);
    for (const address of addresses)
      expect((await new ApiClient(address, token).get('/v1/me')).status).toBe(200);
    // The server stays for the one that goes on.
    expect(await both[0]?.kill('SIGINT')).toBe(0);
    expect((await running.api.get('/v1/me')).status).toBe(200);
  });

  it('makes, lists and revokes tokens on the command line, while the API runs and while it does not; an unknown organization is refused (organization.not_found)', async () => {
    const owner = ['--organization', 'Acme'];
    const create = ['create', ...owner, '--email', 'a@example.com', '--scopes', 'read', '--json'];
    const fresh = await makeDirectory();
    const made = new Program(['dist/cli.js', 'token', ...create], { DATA_DIRECTORY: fresh });
    expect([await made.end(), await serverIsRunning(fresh)]).toEqual([0, false]);
    expect(made.output).toContain('"is_new_organization": true');
    await rm(fresh, { recursive: true });

    const commandLine = new CommandLine();
    programs.push(commandLine);
    const tokens = (data: string, ...words: string[]) =>
      commandLine.run({ DATA_DIRECTORY: data }, 'token', ...words);
    const { output } = await tokens(directory, ...create);
    const { id, token } = JSON.parse(output.slice(output.indexOf('{'))) as { id: string; token: string };
    const api = new ApiClient(await running.program.address(), token);
    expect((await api.get('/v1/me')).body).toMatchObject({ organization_name: 'Acme', scopes: ['read'] });
    const listed = await tokens(directory, 'list', ...owner);
    expect(listed.output).toContain(id);
    expect(listed.output).not.toContain(token);
    expect(await tokens(directory, 'revoke', id, ...owner)).toMatchObject({ code: 0 });
    expect((await api.get('/v1/me')).status).toBe(401);

    const unknown = await tokens(directory, 'list', '--organization', 'Nobody');
    expect([unknown.code, unknown.output.trim()]).toEqual([2, 'There is no organization named "Nobody".']);

    // No database is made where somebody asks for one.
    const astray = await tokens(fresh, 'list', ...owner);
    expect(astray.code).toBe(2);
    expect(astray.output).toContain(`There is no database in ${fresh}: set DATABASE_URL or DATA_DIRECTORY`);
    expect(existsSync(fresh)).toBe(false);
  });

  it('has every acknowledged write after kill -9, and begins with nothing again', async () => {
    const { program, api } = running;
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let index = 0; ; index += 1) {
        const answer = await api.post('/v1/clients', { name: `Client ${writer}-${index}` }).catch(() => null);
        if (answer?.status !== 201) return;
        acknowledged.push(String(answer.body.id));
      }
    });
    await until('60 writes are acknowledged', () => acknowledged.length >= 60);
    await program.kill('SIGKILL');
    await Promise.all(writers);

    const again = start();
    running = { program: again, api: new ApiClient(await again.address(), token) };
    const found: string[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await running.api.get<{ results: { id: string }[] }>(`/v1/clients?page=${page}`);
      if (body.results.length === 0) break;
      found.push(...body.results.map(({ id }) => id));
    }
    expect(acknowledged.filter((id) => !found.includes(id))).toEqual([]);
    // At most the writes under way at the kill are there without having been acknowledged.
    expect(found.length - acknowledged.length).toBeLessThanOrEqual(8);
    expect(again.output).not.toContain('access token is');
  });

  it('cuts off no request of clients that keep their connections when it is stopped', async () => {
    const { program, api } = running;
    let answered = 0;
    const clients = Array.from({ length: 4 }, async () => {
      for (;;) {
        const { status, cause } = (await api.get('/v1/me').catch((error: Error) => ({
          status: 0,
          cause: (error.cause as { code?: string } | undefined)?.code,
        }))) as { status: number; cause?: string };
        if (status !== 200) return cause ?? status;
        answered += 1;
      }
    });
    await until('50 requests are answered', () => answered >= 50);
    const began = Date.now();
    expect(await program.kill('SIGTERM')).toBe(0);
    const took = Date.now() - began;
    expect(took).toBeLessThan(await limitFor(took, 10_000));
    expect(await Promise.all(clients)).toEqual(Array(4).fill('ECONNREFUSED'));
    expect(await serverIsRunning()).toBe(false);
  });

  it.each(['dist/main.js', 'dist/worker.js', 'dist/cli.js'])(
    'leaves no server behind when %s is stopped while migrations run for long',
    async (script) => {
      const installation = await ExtensionFolder.open();
      try {
        const name = await installation.write(
          'slow',
          `import { defineContext } from 'planning-delivery-api/platform';
          export const context = defineContext({ name: 'slow', module: class {}, migrations: new URL('./', import.meta.url) });`,
        );
        await writeFile(
          join(installation.path, name, '1796000000000-slow.js'),
          `export class Slow1796000000000 {
            async up(runner) { process.stderr.write('It migrates'); await runner.query('SELECT pg_sleep(600)'); }
          }`,
        );
        const words =
          script === 'dist/cli.js'
            ? ['token', 'create', '--organization', 'A', '--email', 'a@example.com']
            : [];
        const settings = { DATA_DIRECTORY: directory, EXTENSIONS: name };
        const program = new Program([script, ...words], settings, { cwd: installation.path });
        programs.push(program);
        await program.says(/It migrates/);
        await pause(200);
        expect(await program.kill('SIGTERM')).toBe(0);
        expect(program.output).toMatch(/It migrates$/);
        expect(await serverIsRunning()).toBe(false);
      } finally {
        await installation.remove();
      }
    },
  );
});
