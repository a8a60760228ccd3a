import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient } from '../support/requests/api-client.js';
import { Program } from '../support/programs/program.js';
import { copySources } from '../support/programs/source-copy.js';

const run = promisify(execFile);
const MINUTES = 60_000;
const install = ['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline'];

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly overrides: Record<string, unknown>;
}

const manifestOf = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Tells which options of V8 a program sets: V8 itself tells nobody. */
const tellsFlags = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    import v8 from 'node:v8';
    import { syncBuiltinESMExports } from 'node:module';
    const { setFlagsFromString } = v8;
    v8.setFlagsFromString = (flag) => {
      process.stdout.write('V8 ' + flag + '\\n');
      setFlagsFromString(flag);
    };
    syncBuiltinESMExports();`)}`,
];

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
    // Elsewhere, since other tests may be starting programs from the build of this folder.
    const sources = join(folder, 'sources');
    await mkdir(sources);
    await copySources(sources);
    await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: sources });
    await run('npm', install, { cwd: extension });
  }, 15 * MINUTES);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('holds the build with its types and its pages, and neither tests nor sources', async () => {
    const names = await readdir(installed);
    expect(names).toEqual(
      expect.arrayContaining(['.swcrc', 'LICENSE', 'README.md', 'dist', 'docs', 'package.json']),
    );
    for (const name of ['src', 'test', 'npm-shrinkwrap.json', 'docker-compose.yml'])
      expect(names).not.toContain(name);
    const built = await readdir(join(installed, 'dist'), { recursive: true });
    expect(built).toEqual(
      expect.arrayContaining([
        'main.js',
        'index.d.ts',
        'platform/index.d.ts',
        'testing/index.d.ts',
        'testing/jest-preset.mjs',
        'migrations',
        'web/index.html',
      ]),
    );
    expect(built.filter((file) => /spec\.|\.log$|tsbuildinfo/.test(file))).toEqual([]);
  });

  it('is installed with the versions and the overrides that the example names: one copy of each', async () => {
    const [program, example, installation] = await Promise.all(
      ['.', extension, 'test/extension/installation'].map(manifestOf),
    );
    const versions = { ...program?.devDependencies, ...program?.dependencies };
    const { 'planning-delivery-api': _itself, ...named } = example?.devDependencies ?? {};
    expect(named).toEqual(Object.fromEntries(Object.keys(named).map((name) => [name, versions[name]])));
    const ioredis = program?.dependencies.ioredis;
    const needed = Object.entries(program?.overrides ?? {}).filter(
      ([name]) => name in named || program?.devDependencies[name] === undefined,
    );
    expect(example?.overrides).toEqual({ ...Object.fromEntries(needed), typeorm: { ioredis } });
    expect(installation?.overrides).toEqual(example?.overrides);
    const copies = await readdir(join(installed, 'node_modules')).catch(() => []);
    expect(copies).toEqual([]);
  });

  it(
    'lets an extension be compiled against it and tested by its preset',
    async () => {
      await run('npm', ['run', '--silent', 'build'], { cwd: extension });
      const { TEST_SERVER_URL: _url, TEST_DATABASE_PREFIX: _prefix, ...env } = process.env;
      const { stderr } = await run('npm', ['test', '--silent', '--', '--ci'], { cwd: extension, env });
      expect(stderr).toMatch(/Tests: +8 passed, 8 total/);
    },
    10 * MINUTES,
  );

  describe('with the package of an extension, in an installation', () => {
    let cwd: string;
    let command: string;
    let settings: Readonly<Record<string, string>>;

    beforeAll(async () => {
      cwd = join(folder, 'installation');
      command = join(cwd, 'node_modules/.bin/planning-delivery-api');
      settings = { DATA_DIRECTORY: join(folder, 'data') };
      await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: extension });
      await cp('test/extension/installation', cwd, { recursive: true });
      await run('npm', install, { cwd });
    }, 10 * MINUTES);

    const use = async (program: Program, name: string): Promise<void> => {
      const api = new ApiClient(await program.address(), await program.firstToken());
      expect((await api.post('/v1/skills', { name })).status).toBe(201);
    };

    it('is started by its command, with the options of V8 that npm start sets', async () => {
      const named = { ...settings, EXTENSIONS: '@acme/skills' };
      const main = new Program([command, 'main'], named, { cwd, nodeOptions: tellsFlags });
      await use(main, 'TypeScript');
      expect(main.output).toContain('V8 --heap-growing-percent=40\n');
      const worker = new Program([command, 'worker'], named, { cwd });
      await worker.says(/The worker delivers webhooks/);
      expect(await worker.kill('SIGTERM')).toBe(0);
      expect(await main.kill('SIGTERM')).toBe(0);
    });

    it('has a command that can be called as it is, for the command line and the API description too', async () => {
      const { PATH = '', HOME = '' } = process.env;
      const options = { cwd, env: { PATH, HOME, EXTENSIONS: '@acme/skills', ...settings } };
      const help = await run(command, ['cli', 'token', 'create', '--help'], options);
      expect(help.stdout.replaceAll(/\s+/g, ' ')).toContain('skills:write');
      await run(command, ['openapi', 'openapi.json'], options);
      const written = JSON.parse(await readFile(join(cwd, 'openapi.json'), 'utf8')) as { paths: object };
      expect(Object.keys(written.paths)).toContain('/v1/skills');
      await expect(run(command, [], options)).rejects.toMatchObject({
        code: 2,
        stderr: 'Name what to start: main, worker, cli, openapi.\n',
      });
    });

    it('is started by programs of its own', async () => {
      const own = { DATA_DIRECTORY: join(folder, 'own-data') };
      const main = new Program([join(cwd, 'start.mjs')], own, { cwd });
      await use(main, 'Rust');
      const worker = new Program([join(cwd, 'start-worker.mjs')], own, { cwd });
      await worker.says(/The worker delivers webhooks/);
      expect(await worker.kill('SIGTERM')).toBe(0);
      expect(await main.kill('SIGTERM')).toBe(0);
    });
  });
});
