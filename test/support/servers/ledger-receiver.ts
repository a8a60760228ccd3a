import { Program } from '../programs/program.js';

export interface Receipt {
  readonly path: string;
  /** When it had arrived, in milliseconds since 1970. */
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A receiver of webhooks in a process of its own, which keeps a ledger of what it got. */
export class LedgerReceiver {
  private constructor(
    private readonly program: Program,
    private readonly address: string,
  ) {}

  static async start(): Promise<LedgerReceiver> {
    const program = new Program(['test/support/servers/ledger-receiver.mjs']);
    const [, port] = await program.says(/at port (\d+)/);
    return new LedgerReceiver(program, `http://127.0.0.1:${port}`);
  }

  /** @param delay of each answer in milliseconds */
  url(path: string, delay: number | 'never' = 0): string {
    return `${this.address}${path}?delay=${delay}`;
  }

  /** How many have arrived, and how many of them are not answered yet. */
  counts(): Promise<{ open: number; count: number }> {
    return this.read('/counts');
  }

  /** Everything, in the order in which it arrived. */
  received(): Promise<Receipt[]> {
    return this.read('/received');
  }

  async stop(): Promise<void> {
    await this.program.kill('SIGKILL');
  }

  private async read<Answer>(path: string): Promise<Answer> {
    return (await (await fetch(this.address + path)).json()) as Answer;
  }
}
