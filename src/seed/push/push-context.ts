import type { Batches, RequestBody } from './batches.js';
import type { Ids } from './ids.js';

export class PushContext {
  constructor(
    private readonly batches: Batches,
    readonly ids: Ids,
    private readonly currency: string,
  ) {}

  async send<Result = unknown>(method: 'POST' | 'PATCH', path: string, body: RequestBody): Promise<Result> {
    return (await this.batches.send(method, path, body)) as Result;
  }

  async create(kind: string, key: string, path: string, body: RequestBody): Promise<string> {
    const { id } = await this.send<{ id: string }>('POST', path, body);
    this.ids.keep(kind, key, id);
    return id;
  }

  each<T>(step: string, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    return this.batches.each(step, items, work);
  }

  money(amount: number): { currency_code: string; amount: number } {
    return { currency_code: this.currency, amount };
  }
}
