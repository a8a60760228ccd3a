import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A started program of the build, with what it says. */
export class Program {
  output = '';
  private readonly process: ChildProcess;
  private readonly exited: Promise<number | NodeJS.Signals>;

  /** @param args such as `dist/main.js` @param settings beside a few of the environment */
  constructor(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
    const { PATH = '', HOME = '' } = process.env;
    this.process = spawn(process.execPath, args, {
      env: { PATH, HOME, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
    this.exited = once(this.process, 'close').then(
      ([code, signal]: (number | NodeJS.Signals | null)[]) => (code ?? signal) as number | NodeJS.Signals,
    );
  }

  /** Waits until the output matches, and gives the match. @throws Error with the output when it ends first */
  async says(pattern: RegExp): Promise<RegExpMatchArray> {
    for (;;) {
      const match = this.output.match(pattern);
      if (match) return match;
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
