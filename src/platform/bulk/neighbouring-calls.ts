import { AsyncLocalStorage } from 'node:async_hooks';

/** How a use case does one call, and those of neighbouring operations of a batch. */
export interface CallKind<Item, Result> {
  alone(item: Item): Promise<Result>;
  /** In their order. @throws where one of them is refused, whichever it is: they are then done again, one by one */
  together(items: readonly Item[]): Promise<readonly Result[]>;
}

interface Call {
  readonly kind: CallKind<unknown, unknown>;
  readonly item: unknown;
  readonly alone: () => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const current = new AsyncLocalStorage<NeighbouringCalls>();
const nothing = (): void => undefined;

/** Joins the calls of neighbouring operations; without such it is done alone. */
export const withNeighbours = <Item, Result>(kind: CallKind<Item, Result>, item: Item): Promise<Result> =>
  current.getStore()?.add(kind, item) ?? kind.alone(item);

/** The calls of operations that follow each other. They wait until they are done. */
export class NeighbouringCalls {
  private readonly calls: Call[] = [];
  private onCall = nothing;
  private isClosed = false;

  within<Result>(work: () => Promise<Result>): Promise<Result> {
    return current.run(this, work);
  }

  nextCall(): Promise<void> {
    return new Promise((resolve) => (this.onCall = resolve));
  }

  /** @returns undefined when they have been done already */
  add<Item, Result>(kind: CallKind<Item, Result>, item: Item): Promise<Result> | undefined {
    if (this.isClosed) return undefined;
    return new Promise((resolve, reject) => {
      const alone = AsyncLocalStorage.bind(() => kind.alone(item));
      this.calls.push({ kind, item, alone, resolve, reject } as Call);
      this.onCall();
    });
  }

  /** @returns why they could not be done together; undefined: they were, or alone */
  async doAll(): Promise<unknown> {
    this.isClosed = true;
    const [first, ...others] = this.calls;
    if (first && others.length > 0 && others.every(({ kind }) => kind === first.kind)) {
      return this.together(first.kind);
    }
    for (const { alone, resolve, reject } of this.calls) await alone().then(resolve, reject);
    return undefined;
  }

  private async together(kind: CallKind<unknown, unknown>): Promise<unknown> {
    try {
      const results = await kind.together(this.calls.map(({ item }) => item));
      for (const [index, { resolve }] of this.calls.entries()) resolve(results[index]);
      return undefined;
    } catch (error) {
      for (const { reject } of this.calls) reject(error);
      return error;
    }
  }
}
