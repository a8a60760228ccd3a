import { AsyncLocalStorage } from 'node:async_hooks';

/** A part of a transaction that can be undone by itself. */
export class Savepoint {
  /**
   * @param outer the one around it; null: the transaction itself
   * @param isOfRunner begun by a query runner, so that it is not known which code belongs to it
   */
  constructor(
    readonly outer: Savepoint | null,
    readonly isOfRunner: boolean,
  ) {}

  /** Whether it is this savepoint, or around it. */
  surrounds(place: Savepoint | null): boolean {
    for (let each = place; each; each = each.outer) if (each === this) return true;
    return false;
  }
}

/** The nested transaction that the running code belongs to. */
export const currentSavepoint = new AsyncLocalStorage<Savepoint>();
