import { ApiClient } from './api-client.js';

export interface SentRequest {
  /** The address that took it. */
  readonly url: string;
  readonly began: number;
  /** When it was answered, or failed. */
  ended: number;
  /** What was created; absent where the answer was another one, or did not come. */
  id?: string;
  problem?: string;
}

/**
 * Users of an API that has two addresses. Their requests go there by turns, and to the other one where nobody takes
 * them; what may have arrived is never sent again.
 */
export class TwoAddresses {
  readonly requests: SentRequest[] = [];
  private turn = 0;

  constructor(
    private readonly urls: readonly [string, string],
    private readonly tokens: readonly string[],
  ) {}

  get acknowledged(): string[] {
    return this.requests.flatMap(({ id }) => id ?? []);
  }

  get failed(): SentRequest[] {
    return this.requests.filter(({ problem }) => problem !== undefined);
  }

  /** How many requests an address has at this moment. */
  underWayAt(address: string): number {
    return this.requests.filter(({ url, ended }) => url === address && ended === Infinity).length;
  }

  async create(collection: string, body: unknown): Promise<void> {
    const [one, other] = this.urls;
    const token = this.tokens[this.turn % this.tokens.length];
    this.turn += 1;
    for (const url of this.turn % 2 ? [one, other] : [other, one]) {
      if (await this.isTaken(new ApiClient(url, token), collection, body)) return;
    }
    throw new Error('Nobody listens at either address');
  }

  /** @returns false when nobody listens there */
  private async isTaken(api: ApiClient, collection: string, body: unknown): Promise<boolean> {
    const request: SentRequest = { url: api.url, began: Date.now(), ended: Infinity };
    this.requests.push(request);
    try {
      // A connection each, so that none is left of a process that has ended.
      const answer = await api.send<{ id: string }>('POST', collection, body, { Connection: 'close' });
      if (answer.status === 201) request.id = answer.body.id;
      else request.problem = `${answer.status} ${JSON.stringify(answer.body)}`;
    } catch (error) {
      const { message, cause } = error as Error & { cause?: { code?: string } };
      if (cause?.code === 'ECONNREFUSED') {
        this.requests.splice(this.requests.indexOf(request), 1);
        return false;
      }
      request.problem = `${message} ${cause?.code}`;
    }
    request.ended = Date.now();
    return true;
  }
}
