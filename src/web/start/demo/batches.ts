import type { RequestBody, Transport } from '../../../seed/push/push-context.js';
import { answerOf, client, isPassing, retryDelay } from '../../api/client.js';
import { asProblem, isProblem, Problem } from '../../connection/problem.js';

type Method = 'POST' | 'PATCH';

interface Waiting {
  readonly operation: { readonly method: Method; readonly path: string; readonly body: RequestBody };
  readonly done: (answer: unknown) => void;
  readonly failed: (problem: Problem) => void;
}

// Of a batch in which each operation is done or refused by itself.
const OPERATIONS_AT_A_TIME = 50;
// With up to ten seconds between them: a server that is started anew, or a minute of the rate limit.
const TRIES = 12;

/** What is sent at the same moment goes as batches, one after the other. */
export class Batches implements Transport {
  private waiting: Waiting[] = [];
  private isSending = false;
  private failure: Problem | null = null;

  /** @param onDone how many operations were done */
  constructor(private readonly onDone: (count: number) => void) {}

  /** @throws Problem what was refused: nothing is sent after it */
  send(method: Method, path: string, body: RequestBody): Promise<unknown> {
    if (this.failure) return Promise.reject(this.failure);
    return new Promise((done, failed) => {
      this.waiting.push({ operation: { method, path, body }, done, failed });
      if (!this.isSending) void this.sendAll();
    });
  }

  async each<T>(_step: string, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    await Promise.all(items.map(work));
  }

  private async sendAll(): Promise<void> {
    this.isSending = true;
    // Whoever has got an answer says what comes next before the next batch is closed.
    for (await pause(0); this.waiting.length > 0; await pause(0)) {
      const group = this.waiting.splice(0, OPERATIONS_AT_A_TIME);
      try {
        await this.sendGroup(group);
      } catch (error) {
        this.fail(asProblem(error), group);
      }
    }
    this.isSending = false;
  }

  private async sendGroup(group: readonly Waiting[]): Promise<void> {
    const { results } = await answerOf(sendBatch(group.map(({ operation }) => operation)));
    results.forEach(({ status, body }, index) => {
      if (status < 400) group[index]?.done(body);
    });
    const refused = results.find(({ status }) => status >= 400);
    if (refused) throw problemOf(refused.body);
    this.onDone(group.length);
  }

  private fail(problem: Problem, group: readonly Waiting[]): void {
    this.failure ??= problem;
    for (const { failed } of [...group, ...this.waiting.splice(0)]) failed(this.failure);
  }
}

/** Sent again until it is known what came of it: under its key it is done once. */
async function sendBatch(operations: Waiting['operation'][]) {
  const header = { 'Idempotency-Key': crypto.randomUUID() };
  for (let tries = 1; ; tries += 1) {
    try {
      return await client.POST('/v1/batch', { params: { header }, body: { mode: 'each', operations } });
    } catch (error) {
      if (tries === TRIES || !(isPassing(error) || isProblem(error, 'idempotency.in_progress'))) throw error;
      await pause(retryDelay(tries - 1));
    }
  }
}

function problemOf(body: unknown): Problem {
  const { code, detail } = body as { code: string; detail: string };
  return new Problem(code, detail);
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
