import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Program } from './program.js';

const watch = fileURLToPath(new URL('usage-watch.mjs', import.meta.url));

export interface Usage {
  /** Processor time of all threads of the program, in milliseconds. */
  cpuMs: number;
  /** The longest time that its event loop stood still, in milliseconds, without the time that it waited for a processor. */
  delayMs: number;
}

/** A started program of the build that tells what it uses; whoever asks it is another process. */
export class WatchedProgram extends Program {
  constructor(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
    super(args, settings, { channel: 'ipc', nodeOptions: ['--import', watch] });
  }

  /** What it uses while the work is done. Only one can be measured at a time. */
  async measure<Result>(work: () => Promise<Result>): Promise<{ result: Result; usage: Usage }> {
    await this.ask('begin');
    const result = await work();
    return { result, usage: (await this.ask('end')) as Usage };
  }

  private async ask(message: string): Promise<unknown> {
    const answer = once(this.process, 'message');
    this.process.send(message);
    return ((await answer) as unknown[])[0];
  }
}
