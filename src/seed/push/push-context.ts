import type { Ids } from './ids.js';

export type RequestBody = Record<string, unknown> | unknown[];

/** How the content gets to the API: one request at a time, or many in one. */
export interface Transport {
  /** @throws when the API refuses */
  send(method: 'POST' | 'PATCH', path: string, body: RequestBody): Promise<unknown>;
  /** Those of one step, of which none needs another. After a failure no further item begins, and it is thrown. */
  each<T>(step: string, items: readonly T[], work: (item: T) => Promise<void>): Promise<void>;
}

export class PushContext {
  constructor(
    private readonly transport: Transport,
    readonly ids: Ids,
    private readonly currency: string,
  ) {}

  async send<Result = unknown>(method: 'POST' | 'PATCH', path: string, body: RequestBody): Promise<Result> {
    return (await this.transport.send(method, path, body)) as Result;
  }

  async create(kind: string, key: string, path: string, body: RequestBody): Promise<string> {
    const { id } = await this.send<{ id: string }>('POST', path, body);
    this.ids.keep(kind, key, id);
    return id;
  }

  each<T>(step: string, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    return this.transport.each(step, items, work);
  }

  money(amount: number): { currency_code: string; amount: number } {
    return { currency_code: this.currency, amount };
  }
}
