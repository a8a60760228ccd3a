import { Program } from './program.js';

const END = /\[ended with (\d+)\]/g;

export interface Called {
  readonly code: number;
  readonly output: string;
}

/** The command line of the build in one process for many calls: loading it takes most of the time of each. */
export class CommandLine extends Program {
  private last: Promise<unknown> = Promise.resolve();

  constructor() {
    super(['test/support/programs/command-line.mjs'], {}, { channel: 'ipc' });
  }

  /** After the calls before it. @param settings beside a few of the environment */
  run(settings: Readonly<Record<string, string>>, ...words: string[]): Promise<Called> {
    const call = this.last.then(() => this.carryOut({ words, settings }));
    this.last = call.catch(() => undefined);
    return call;
  }

  private async carryOut(call: object): Promise<Called> {
    this.output = '';
    this.process.send(call);
    // On the standard output, and on the one of errors.
    const [, code] = await this.says(new RegExp(`${END.source}[^]*${END.source}`));
    return { code: Number(code), output: this.output.replaceAll(END, '') };
  }
}
