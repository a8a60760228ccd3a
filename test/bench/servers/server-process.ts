import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { until } from '../../../src/testing/until.js';
import { pause } from '../../support/programs/program.js';

interface Start {
  /** What Node runs, such as `dist/main.js`. */
  readonly args: readonly string[];
  readonly directory?: string;
  readonly settings: Readonly<Record<string, string>>;
  /** The file that gets what it says. */
  readonly log: string;
  /** What it says when it is ready. */
  readonly ready: RegExp;
}

/** A server that writes its log to a file, as in operation. */
export class ServerProcess {
  private constructor(private readonly child: ChildProcess) {}

  static async start({ args, directory = '.', settings, log, ready }: Start): Promise<ServerProcess> {
    mkdirSync(dirname(log), { recursive: true });
    const file = openSync(log, 'w');
    const { PATH = '', HOME = '' } = process.env;
    const absolute = args.map((word) => (/^(dist|test)\//.test(word) ? resolve(directory, word) : word));
    const child = spawn(process.execPath, absolute, {
      // Not in the checkout, where a file .env may say something else.
      cwd: dirname(log),
      env: { PATH, HOME, NODE_ENV: 'production', ...settings },
      stdio: ['ignore', file, file],
    });
    closeSync(file);
    // Nothing is left behind by a bench that is ended early.
    const kill = (): void => void child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    await until(`${args.join(' ')} is ready, see ${log}`, () => {
      if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended: see ${log}`);
      return ready.test(readFileSync(log, 'utf8'));
    });
    return new ServerProcess(child);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const isLate = await Promise.race([ended.then(() => false), pause(15_000).then(() => true)]);
    if (isLate) this.child.kill('SIGKILL');
  }
}
