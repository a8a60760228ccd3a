import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { repositoryFiles } from '../architecture/repository-files.js';
import { ApiClient } from '../support/requests/api-client.js';
import { Program } from '../support/programs/program.js';
import { until } from '../../src/testing/until.js';

const run = promisify(execFile);
const MINUTES = 60_000;

const patchOf = (name: string): string => resolve(`test/extension/patches/${name}.patch`);

/** Which files a patch changes, and which it makes. */
async function filesOf(name: string): Promise<{ changed: string[]; made: string[] }> {
  const parts = (await readFile(patchOf(name), 'utf8')).split(/^diff --git /m).slice(1);
  const files = parts.map((part) => ({
    path: /^\+\+\+ b\/(.+)$/m.exec(part)?.[1] ?? '',
    isNew: /^new file mode/m.test(part),
  }));
  return {
    changed: files.flatMap(({ path, isNew }) => (isNew ? [] : [path])),
    made: files.flatMap(({ path, isNew }) => (isNew ? [path] : [])),
  };
}

describe('the patches of the guide', () => {
  let copy: string;
  let program: Program;
  let api: ApiClient;
  let address: string;

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'planning-patched-'));
    await chmod(copy, 0o755);
    const build = [
      'package.json',
      'tsconfig.json',
      'nest-cli.json',
      '.swcrc',
      'tools/remove-stale-output.mjs',
    ];
    const sources = repositoryFiles().flatMap(({ path }) => (/^(src|migrations)\//.test(path) ? path : []));
    for (const path of [...build, ...sources]) {
      await mkdir(dirname(join(copy, path)), { recursive: true });
      await cp(path, join(copy, path));
    }
    await symlink(resolve('node_modules'), join(copy, 'node_modules'));
    for (const name of ['field', 'endpoint', 'event'])
      await run('git', ['apply', patchOf(name)], { cwd: copy });
    await run('npm', ['run', '--silent', 'build'], { cwd: copy });
    program = new Program(
      [join(copy, 'dist/main.js')],
      { DATA_DIRECTORY: join(copy, 'data'), WEBHOOK_ALLOWED_NETWORKS: '192.0.2.0/24' },
      { cwd: copy },
    );
    address = await program.address();
    api = new ApiClient(address, await program.firstToken());
  }, 10 * MINUTES);
  afterAll(async () => {
    await program.kill('SIGTERM');
    await rm(copy, { recursive: true, force: true });
  });

  it('change 3 files and make a migration for a field, 2 files for an endpoint, 1 for an event', async () => {
    const [field, endpoint, event] = await Promise.all(['field', 'endpoint', 'event'].map(filesOf));
    expect(field?.changed).toHaveLength(3);
    expect(field?.made).toEqual([expect.stringMatching(/^migrations\//)]);
    expect([endpoint?.changed.length, endpoint?.made]).toEqual([2, []]);
    expect([event?.changed.length, event?.made]).toEqual([1, []]);
  });

  it(
    'fit the types of the program',
    async () => {
      const compiler = resolve('node_modules/typescript/bin/tsc');
      const options = ['--noEmit', '--incremental', 'false', '--types', 'node,jest'];
      const { stdout } = await run(process.execPath, [compiler, ...options], { cwd: copy });
      expect(stdout).toBe('');
    },
    5 * MINUTES,
  );

  it('give clients a field that is written, checked, read, changed and described', async () => {
    const client = await api.create('/v1/clients', { name: 'Acme', website: ' https://acme.example.com ' });
    expect(client.website).toBe('https://acme.example.com');
    expect((await api.get(`/v1/clients/${client.id}`)).body).toEqual(client);
    expect((await api.post('/v1/clients', { name: 'Other', website: 7 })).body.errors).toEqual({
      website: [expect.any(String)],
    });
    const changed = await api.patch(`/v1/clients/${client.id}`, { website: null });
    expect([changed.status, changed.body.website]).toEqual([200, null]);
    const plain = await api.create('/v1/clients', { name: 'Plain' });
    expect(plain.website).toBeNull();
  });

  it('give clients an endpoint with its event, which can be subscribed to', async () => {
    const client = await api.create('/v1/clients', { name: 'Northwind' });
    const subscriber = await api.create('/v1/webhook-subscribers', {
      name: 'CRM',
      url: 'https://192.0.2.1/hooks',
    });
    const topics = ['client.archived'];
    const subscribed = await api.post(`/v1/webhook-subscribers/${subscriber.id}/subscriptions`, { topics });
    expect(subscribed.status).toBe(201);
    expect((await api.post(`/v1/clients/${client.id}/archive`)).status).toBe(204);
    expect((await api.get(`/v1/clients/${client.id}`)).body.is_archived).toBe(true);
    const description = (await (await fetch(`${address}/openapi.json`)).json()) as { webhooks: object };
    expect(Object.keys(description.webhooks)).toContain('client.archived');
    await until('the event is on its way to the subscriber', async () => {
      const deliveries = await api.get(`/v1/webhook-subscribers/${subscriber.id}/deliveries`);
      return JSON.stringify(deliveries.body).includes('client.archived');
    });
  });
});
