import { Program } from './program.js';

export interface ClientCounts {
  /** How many answers had which status. */
  readonly answered: Readonly<Record<string, number>>;
  /** Clients that found nobody listening, and ended. */
  readonly refused: number;
  /** What happened to requests that were sent and not answered. */
  readonly broken: readonly string[];
}

interface Options {
  readonly url: string;
  readonly token: string;
  readonly clients: number;
  readonly connections: 'keep-alive' | 'close';
}

/** Clients in a process of their own that send one request after the other until nobody listens. */
export class SteadyClients {
  private readonly program: Program;

  constructor({ url, token, clients, connections }: Options) {
    this.program = new Program([
      'test/support/programs/steady-clients.mjs',
      url,
      token,
      String(clients),
      connections,
    ]);
  }

  /** As they were some 50 milliseconds ago. */
  get counts(): ClientCounts {
    const line = this.program.output.trimEnd().split('\n').at(-1);
    return JSON.parse(line || '{"answered":{},"refused":0,"broken":[]}') as ClientCounts;
  }

  /** How many requests were answered with one of these statuses. */
  answered(...statuses: readonly number[]): number {
    const { answered } = this.counts;
    return statuses.reduce((sum, status) => sum + (answered[status] ?? 0), 0);
  }

  /** Lets them pause, or go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.program.signal(signal);
  }

  /** When none of them finds anybody. */
  async end(): Promise<ClientCounts> {
    await this.program.end();
    return this.counts;
  }

  async kill(): Promise<void> {
    await this.program.kill('SIGKILL');
  }
}
