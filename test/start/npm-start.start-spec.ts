import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pause } from '../support/programs/program.js';
import { freePort } from '../support/servers/free-port.js';
import { until } from '../../src/testing/until.js';

const PATIENCE_SECONDS = 10;

let checkout: string;
let unbuilt: string;
let data: string;

beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'planning-start-'));
  await chmod(checkout, 0o755);
  data = join(checkout, 'data');
  unbuilt = join(checkout, 'unbuilt');
  await mkdir(join(unbuilt, 'dist'), { recursive: true });
  await copyFile('dist/launch.js', join(unbuilt, 'dist', 'launch.js'));
  // Without the files that somebody keeps in the checkout of the tests, such as .env.
  for (const folder of [checkout, unbuilt]) await copyFile('package.json', join(folder, 'package.json'));
  for (const folder of ['dist', 'node_modules']) await symlink(resolve(folder), join(checkout, folder));
});
afterAll(() => rm(checkout, { recursive: true, force: true }));

// A shell that dies of a signal gives npm nothing to wait for: its status is then the signal's, 128 + 15 or 2.
describe.each([
  ['the shell of this machine', undefined, { SIGTERM: 0, SIGINT: 0 }],
  [
    'a shell that knows no exec',
    resolve('test/support/programs/shell-without-exec.mjs'),
    { SIGTERM: 143, SIGINT: 130 },
  ],
])('npm start with %s', (_name, shell, statusAfter) => {
  const begin = (
    command: string,
    words: readonly string[],
    settings: Record<string, string>,
    cwd = checkout,
  ): ChildProcess => {
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    const place = { DATA_DIRECTORY: data, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error' };
    // In a process group of its own, as a terminal would have it.
    return spawn(command, words, {
      cwd,
      detached: true,
      env: {
        PATH,
        HOME,
        NODE_COMPILE_CACHE,
        ...place,
        ...settings,
        ...(shell && { npm_config_script_shell: shell }),
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  };
  /** The build is there: the one before a start is left out. */
  const npm = (script: string, settings: Record<string, string> = {}, cwd = checkout): ChildProcess =>
    begin('npm', ['run', script, '--ignore-scripts'], settings, cwd);

  const addressOf = async ({ stdout }: ChildProcess): Promise<string> => {
    let output = '';
    for await (const chunk of stdout as AsyncIterable<Buffer>) {
      output += chunk.toString();
      const [, address] = /listens on (\S+)/.exec(output) ?? [];
      if (address !== undefined) return address;
    }
    throw new Error(`It ended before it listened: ${output}`);
  };

  const statusOf = async (child: ChildProcess): Promise<number> => {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return code ?? { SIGINT: 130, SIGTERM: 143 }[signal as 'SIGINT' | 'SIGTERM'];
  };

  const serverRuns = async () =>
    (await readFile(join(data, 'db', 'postmaster.pid')).catch(() => null)) !== null;
  const groupRuns = ({ pid = 0 }: ChildProcess): boolean => {
    try {
      return process.kill(-pid, 0);
    } catch {
      return false;
    }
  };
  const isOver = (child: ChildProcess) =>
    until('no process is left', async () => !groupRuns(child) && !(await serverRuns()), PATIENCE_SECONDS);

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends cleanly with everything it started: SIGTERM to npm or Ctrl-C in the terminal (%s)',
    async (signal) => {
      const child = npm('start');
      const address = await addressOf(child);
      expect(await serverRuns()).toBe(true);
      const status = statusOf(child);
      process.kill(signal === 'SIGINT' ? -(child.pid ?? 0) : (child.pid ?? 0), signal);
      expect(await status).toBe(statusAfter[signal]);
      // What npm waits for has ended when npm does.
      if (statusAfter[signal] === 0) expect([groupRuns(child), await serverRuns()]).toEqual([false, false]);
      await isOver(child);
      await expect(fetch(`${address}/openapi.json`)).rejects.toThrow();
    },
  );

  it('passes the exit status of a program that cannot start', async () => {
    const scripts = ['start', 'start:api', 'start:worker', 'token'];
    const children = scripts.map((script) => npm(script, {}, unbuilt));
    expect(await Promise.all(children.map(statusOf))).toEqual([1, 1, 1, 1]);
    await Promise.all(children.map(isOver));
  });

  if (shell === undefined) {
    it('passes the exit status of a command that is refused', async () => {
      const child = npm('token', { PORT: 'nowhere' });
      expect(await statusOf(child)).toBe(2);
      await isOver(child);
    });

    it('ends also when npm is killed with -9', async () => {
      const child = npm('start:api');
      await addressOf(child);
      child.kill('SIGKILL');
      await isOver(child);
    });

    (existsSync('/dev/full') ? it : it.skip)('serves although its log is on a full disk', async () => {
      const port = await freePort();
      const child = begin('sh', ['-c', 'exec node dist/launch.js main --api-only > /dev/full'], {
        PORT: `${port}`,
        LOG_LEVEL: 'info',
      });
      const statusAt = async (path: string): Promise<number> =>
        (await fetch(`http://127.0.0.1:${port}${path}`).catch(() => ({ status: 0 }))).status;
      await until('it serves', async () => (await statusAt('/health/ready')) === 200, PATIENCE_SECONDS);
      for (let request = 0; request < 5; request += 1) expect(await statusAt('/v1/me')).toBe(401);
      child.kill('SIGTERM');
      expect(await statusOf(child)).toBe(0);
      await isOver(child);
    });

    it('leaves the program running without npm when the shell that started it ends', async () => {
      const child = begin('sh', ['-c', 'node dist/launch.js main --api-only & read -r line'], {});
      const address = await addressOf(child);
      child.stdin?.end('\n');
      await once(child, 'exit');
      for (let second = 0; second < 1; second += 0.1) {
        expect((await fetch(`${address}/health/live`)).status).toBe(200);
        await pause(100);
      }
      process.kill(-(child.pid ?? 0), 'SIGTERM');
      await isOver(child);
    });
  }
});
