import { AsyncLocalStorage } from 'node:async_hooks';

export class Savepoint {
  /** 1 is the outermost. Part of its name: PostgreSQL goes back to the last one of a name. */
  readonly depth: number;

  /** @param isOfRunner begun by a query runner, so it is not known which code belongs to it */
  constructor(
    readonly outer: Savepoint | null,
    readonly isOfRunner: boolean,
  ) {
    this.depth = (outer?.depth ?? 0) + 1;
  }

  surrounds(place: Savepoint | null): boolean {
    for (let each = place; each; each = each.outer) if (each === this) return true;
    return false;
  }
}

export const currentSavepoint = new AsyncLocalStorage<Savepoint>();
