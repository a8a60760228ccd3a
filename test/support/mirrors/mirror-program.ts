import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../src/testing/until.js';
import { Program } from '../programs/program.js';

/** `examples/mirror` as an integrator runs it, that may be killed at any moment. */
export class MirrorProgram {
  /** What all runs have said. */
  said = '';
  private program: Program | undefined;

  private constructor(
    readonly folder: string,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  static async prepare(api: string, token: string, wait = '1'): Promise<MirrorProgram> {
    const folder = await mkdtemp(join(tmpdir(), 'planning-mirror-'));
    return new MirrorProgram(folder, { API: api, TOKEN: token, WAIT_SECONDS: wait, PAUSE_MS: '20' });
  }

  get file(): string {
    return join(this.folder, 'mirror.db');
  }

  get output(): string {
    return this.said + (this.program?.output ?? '');
  }

  start(): void {
    this.program = new Program(['examples/mirror/mirror.mjs', this.file], this.settings);
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | NodeJS.Signals | undefined> {
    const ended = await this.program?.kill(signal);
    this.said = this.output;
    this.program = undefined;
    return ended;
  }

  /** Its exit code, when it ends by itself. */
  async end(): Promise<number | NodeJS.Signals | undefined> {
    return this.program?.end();
  }

  /** Waits until it is equal to the feed up to there. */
  async untilEqual(cursor: string, seconds = 60): Promise<void> {
    await until(
      `the mirror is equal up to ${cursor}: ${this.output.slice(-500)}`,
      () => {
        const last = /.*equal up to (\d+)\n/s.exec(this.program?.output ?? '')?.[1];
        if (this.program && !this.program.isAlive) throw new Error(`The mirror has ended: ${this.output}`);
        return last !== undefined && BigInt(last) >= BigInt(cursor);
      },
      seconds,
    );
  }

  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    await rm(this.folder, { recursive: true, force: true });
  }
}
