import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient } from '../support/requests/api-client.js';
import { Program } from '../support/programs/program.js';
import { copySources } from '../support/programs/source-copy.js';
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

/** The example as a context of the program: the same files, which import from where they are now. */
async function makeContext(copy: string): Promise<void> {
  const folder = join(copy, 'src/contexts/skills');
  await cp('test/extension/skills/src', folder, { recursive: true });
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.ts')) continue;
    const contexts = dirname(file) === '.' ? '..' : '../..';
    const text = await readFile(join(folder, file), 'utf8');
    await writeFile(
      join(folder, file === 'index.ts' ? 'skills.context.ts' : file),
      text
        .replaceAll(/'planning-delivery-api\/contexts\/([a-z-]+)'/g, `'${contexts}/$1/index.js'`)
        .replaceAll(`'planning-delivery-api/platform'`, `'${contexts}/../platform/index.js'`),
    );
  }
  await writeFile(join(folder, 'index.ts'), `export { context as skills } from './skills.context.js';\n`);
}

describe('the patches of the guide', () => {
  let copy: string;
  let program: Program;
  let api: ApiClient;
  let address: string;

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'planning-patched-'));
    await chmod(copy, 0o755);
    await copySources(copy);
    await makeContext(copy);
    for (const name of ['field', 'endpoint', 'event', 'context'])
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

  it('change 3 files and make a migration for a field, 2 files for an endpoint, 1 for an event or a context', async () => {
    const names = ['field', 'endpoint', 'event', 'context'];
    const [field, endpoint, event, context] = await Promise.all(names.map(filesOf));
    expect(field?.changed).toHaveLength(3);
    expect(field?.made).toEqual([expect.stringMatching(/^migrations\//)]);
    expect([endpoint?.changed.length, endpoint?.made]).toEqual([2, []]);
    expect([event?.changed.length, event?.made]).toEqual([1, []]);
    expect(context).toEqual({ changed: ['src/contexts.ts'], made: [] });
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

  it('make a folder a context, with its routes, its rule, its scopes and its topic', async () => {
    const skill = await api.create('/v1/skills', { name: 'TypeScript' });
    expect((await api.get('/v1/skills')).body).toMatchObject({ total: 1, results: [skill] });
    expect((await api.post('/v1/skills', { name: 'TypeScript' })).body.code).toBe('skill.name_in_use');
    const made = await api.create('/v1/access-tokens', { name: 'Reader', scopes: ['skills:read'] });
    const reader = new ApiClient(address, String(made.token));
    expect((await reader.post('/v1/skills', { name: 'Rust' })).status).toBe(403);
    const description = (await (await fetch(`${address}/openapi.json`)).json()) as { webhooks: object };
    expect(Object.keys(description.webhooks)).toContain('skill.created');
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
