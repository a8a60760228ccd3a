import type { ApiClient, Method } from '../../import/api/api.client.js';
import { ApiRefusal } from '../../import/api/api.errors.js';
import { runConcurrently } from '../../import/sync/concurrency.js';
import { SeedFault } from '../seed-fault.js';
import type { SeedProgress } from '../seed-progress.js';
import type { Ids } from './ids.js';

// More than the cores can do, so that none waits for a response.
const requestsAtATime = 8;

export class PushContext {
  constructor(
    private readonly client: ApiClient,
    private readonly progress: SeedProgress,
    readonly ids: Ids,
    private readonly currency: string,
  ) {}

  /** @throws SeedFault when the API refuses */
  async send<Result = unknown>(method: Method, path: string, body?: unknown): Promise<Result> {
    try {
      const result = await this.client.send(method, path, body);
      this.progress.advance();
      return result as Result;
    } catch (error) {
      if (error instanceof ApiRefusal) throw new SeedFault(`${method} ${path} was refused: ${error.message}`);
      throw error;
    }
  }

  async create(kind: string, key: string, path: string, body: unknown): Promise<string> {
    const { id } = await this.send<{ id: string }>('POST', path, body);
    this.ids.keep(kind, key, id);
    return id;
  }

  each<T>(step: string, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    this.progress.begin(step);
    return runConcurrently(items, requestsAtATime, work);
  }

  money(amount: number): { currency_code: string; amount: number } {
    return { currency_code: this.currency, amount };
  }
}
