/** An organization, or undefined for work of the program itself, which knows its own limits. */
export type Party = string | undefined;

interface Waiting {
  readonly resolve: () => void;
}

/** A party may acquire as many connections as stay free. Waiting parties take turns; within a party it is first come. */
export class ConnectionTurns {
  private readonly acquired = new Map<Party, number>();
  private readonly queues = new Map<Party, Waiting[]>();
  private free: number;

  constructor(maxConnections: number) {
    this.free = maxConnections;
  }

  /** @returns false where the party must wait */
  take(party: Party): boolean {
    if (!this.mayTake(party)) return false;
    this.acquire(party);
    return true;
  }

  wait(party: Party, leave: (giveUp: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      const waiting = { resolve };
      const queue = this.queues.get(party) ?? [];
      queue.push(waiting);
      this.queues.set(party, queue);
      leave(() => this.forget(party, waiting));
    });
  }

  giveBack(party: Party): void {
    const count = (this.acquired.get(party) ?? 1) - 1;
    if (count === 0) this.acquired.delete(party);
    else this.acquired.set(party, count);
    this.free += 1;
    if (this.queues.size > 0) this.callNext();
  }

  private mayTake(party: Party): boolean {
    return this.free > (party === undefined ? 0 : (this.acquired.get(party) ?? 0));
  }

  private acquire(party: Party): void {
    this.acquired.set(party, (this.acquired.get(party) ?? 0) + 1);
    this.free -= 1;
  }

  private callNext(): void {
    for (const [party, queue] of [...this.queues]) {
      if (!this.mayTake(party)) continue;
      this.queues.delete(party);
      const next = queue.shift();
      if (queue.length > 0) this.queues.set(party, queue);
      if (!next) continue;
      this.acquire(party);
      next.resolve();
    }
  }

  private forget(party: Party, waiting: Waiting): void {
    const queue = this.queues.get(party) ?? [];
    const place = queue.indexOf(waiting);
    if (place >= 0) queue.splice(place, 1);
    if (queue.length === 0) this.queues.delete(party);
  }
}
