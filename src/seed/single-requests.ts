import type { ApiClient } from '../import/api/api.client.js';
import { ApiRefusal } from '../import/api/api.errors.js';
import { runConcurrently } from '../import/sync/concurrency.js';
import type { RequestBody, Transport } from './push/push-context.js';
import { SeedFault } from './seed-fault.js';
import type { SeedProgress } from './seed-progress.js';

// More than the cores can do, so that none waits for a response.
const requestsAtATime = 8;

export class SingleRequests implements Transport {
  constructor(
    private readonly client: ApiClient,
    private readonly progress: SeedProgress,
  ) {}

  /** @throws SeedFault when the API refuses */
  async send(method: 'POST' | 'PATCH', path: string, body: RequestBody): Promise<unknown> {
    try {
      const result = await this.client.send(method, path, body);
      this.progress.advance();
      return result;
    } catch (error) {
      if (error instanceof ApiRefusal) throw new SeedFault(`${method} ${path} was refused: ${error.message}`);
      throw error;
    }
  }

  each<T>(step: string, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    this.progress.begin(step);
    return runConcurrently(items, requestsAtATime, work);
  }
}
