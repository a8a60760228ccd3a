import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

interface Surroundings {
  /** Where it runs, and `.env` may be. */
  readonly cwd?: string;
  /** 'ipc' lets it send and take messages. */
  readonly channel?: 'ipc' | 'ignore';
  /** Options of Node. */
  readonly nodeOptions?: readonly string[];
}

/**
 * A started program of the build, with what it says. It runs in a folder of its own: settings in a file `.env` and data that
 * somebody keeps in the checkout are not those of a test.
 */
export class Program {
  output = '';
  /** Whether it runs. */
  isAlive = true;
  protected readonly process: ChildProcess;
  private readonly exited: Promise<number | NodeJS.Signals>;

  /** @param script such as `dist/main.js` @param settings beside a few of the environment */
  constructor(
    [script = '', ...words]: readonly string[],
    settings: Readonly<Record<string, string>> = {},
    { cwd, channel = 'ignore', nodeOptions = [] }: Surroundings = {},
  ) {
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
    const folder = mkdtempSync(join(tmpdir(), 'planning-program-'));
    this.process = spawn(process.execPath, [...nodeOptions, resolve(script), ...words], {
      cwd: cwd ?? folder,
      env: { PATH, HOME, NODE_COMPILE_CACHE, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error', ...settings },
      stdio: ['ignore', 'pipe', 'pipe', channel],
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
    this.exited = once(this.process, 'close').then(([code, signal]: (number | NodeJS.Signals | null)[]) => {
      this.isAlive = false;
      rmSync(folder, { recursive: true, force: true });
      return (code ?? signal) as number | NodeJS.Signals;
    });
  }

  /** Waits until the output matches, and gives the match. @throws Error with the output when it ends first, or says something else for so long */
  async says(pattern: RegExp, seconds = 90): Promise<RegExpMatchArray> {
    for (const end = Date.now() + seconds * 1000; ;) {
      const match = this.output.match(pattern);
      if (match) return match;
      if (Date.now() > end) {
        throw new Error(`The program did not say ${pattern} within ${seconds} seconds: ${this.output}`);
      }
      const ended = await Promise.race([this.exited, pause(50)]);
      if (ended !== undefined && !this.output.match(pattern)) {
        throw new Error(`The program ended with ${ended} before it said ${pattern}: ${this.output}`);
      }
    }
  }

  /** The address of the API, when it listens. */
  async address(): Promise<string> {
    return (await this.says(/listens on (http:\S+)/))[1] ?? '';
  }

  /** The token of the administrator, from the file that the first start names. */
  async firstToken(): Promise<string> {
    const [, file = ''] = await this.says(/access token is in (.+), which/);
    return (await readFile(file, 'utf8')).trim();
  }

  /** Exit code, or the signal that ended it. */
  end(): Promise<number | NodeJS.Signals> {
    return this.exited;
  }

  kill(signal: NodeJS.Signals): Promise<number | NodeJS.Signals> {
    this.process.kill(signal);
    return this.exited;
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  /** For signals that do not end it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.process.kill(signal);
  }
}

export const pause = (milliseconds: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds));
