import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient } from '../support/requests/api-client.js';
import { Program } from '../support/programs/program.js';

const run = promisify(execFile);
const MINUTES = 60_000;

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly overrides: Record<string, unknown>;
}

const manifestOf = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;

describe('the package that npm pack makes', () => {
  let folder: string;
  let extension: string;
  let installed: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'planning-packed-'));
    await chmod(folder, 0o755);
    extension = join(folder, 'skills');
    installed = join(extension, 'node_modules/planning-delivery-api');
    await cp('test/extension/skills', extension, { recursive: true });
    // What `prepack` does beside the build, from which other tests may be starting programs at this moment.
    await run('node_modules/.bin/tsc', ['--project', 'tools/tsconfig.package.json']);
    await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]);
    const install = ['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline'];
    await run('npm', install, { cwd: extension });
  }, 15 * MINUTES);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('holds the build with its types and its pages, and neither tests nor sources', async () => {
    const names = await readdir(installed);
    expect(names).toEqual(
      expect.arrayContaining(['.swcrc', 'LICENSE', 'README.md', 'dist', 'docs', 'package.json']),
    );
    expect(names).not.toEqual(expect.arrayContaining(['src']));
    expect(names).not.toEqual(expect.arrayContaining(['test']));
    expect(names).not.toEqual(expect.arrayContaining(['npm-shrinkwrap.json']));
    const built = await readdir(join(installed, 'dist'), { recursive: true });
    expect(built).toEqual(
      expect.arrayContaining([
        'main.js',
        'index.d.ts',
        'platform/index.d.ts',
        'testing/index.d.ts',
        'testing/jest-preset.mjs',
        'migrations',
      ]),
    );
    expect(built.filter((file) => /spec\.|\.log$|tsbuildinfo/.test(file))).toEqual([]);
  });

  it('is installed with the versions and the overrides that the example names: one copy of each', async () => {
    const [program, example] = await Promise.all([manifestOf('.'), manifestOf(extension)]);
    const versions = { ...program.devDependencies, ...program.dependencies };
    const { 'planning-delivery-api': _itself, ...named } = example.devDependencies;
    expect(named).toEqual(Object.fromEntries(Object.keys(named).map((name) => [name, versions[name]])));
    const ioredis = program.dependencies.ioredis;
    expect(example.overrides).toEqual({ ...program.overrides, typeorm: { ioredis } });
    const copies = await readdir(join(installed, 'node_modules')).catch(() => []);
    expect(copies).toEqual([]);
  });

  it(
    'lets an extension be compiled against it and tested by its preset',
    async () => {
      await run('npm', ['run', '--silent', 'build'], { cwd: extension });
      const { TEST_SERVER_URL: _url, TEST_DATABASE_PREFIX: _prefix, ...env } = process.env;
      const { stderr } = await run('npm', ['test', '--silent', '--', '--ci'], { cwd: extension, env });
      expect(stderr).toMatch(/Tests: +5 passed, 5 total/);
    },
    10 * MINUTES,
  );

  it('runs with it', async () => {
    const settings = { EXTENSIONS: './', DATA_DIRECTORY: join(folder, 'data') };
    const program = new Program([join(installed, 'dist/main.js')], settings, { cwd: extension });
    const api = new ApiClient(await program.address(), await program.firstToken());
    expect((await api.post('/v1/skills', { name: 'TypeScript' })).status).toBe(201);
    expect(await program.kill('SIGTERM')).toBe(0);
  });
});
