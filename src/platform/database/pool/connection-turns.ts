/** For whom a connection is: an organization, or undefined for work of the program itself, which knows its own limits. */
export type Party = string | undefined;

interface Waiting {
  readonly enter: () => void;
}

/**
 * Who may have a connection, and who waits. A party may hold as many as are left free, so the first one gets half of
 * them, the next half of the rest and so on: however long one holds what it has, others find some. Those who wait take
 * turns between parties, and within a party come in their order.
 */
export class ConnectionTurns {
  private readonly held = new Map<Party, number>();
  /** In the order of their turns. */
  private readonly queues = new Map<Party, Waiting[]>();
  private free: number;

  /** @param most connections that all parties hold together at most */
  constructor(most: number) {
    this.free = most;
  }

  /** @returns whether the party holds one more now; it must be given back then */
  take(party: Party): boolean {
    if (!this.mayTake(party)) return false;
    this.hold(party);
    return true;
  }

  /**
   * Waits until the party holds one more; for those who could not take one.
   * @param leave called with how to give up waiting, which does nothing once the turn has come
   */
  wait(party: Party, leave: (giveUp: () => void) => void): Promise<void> {
    return new Promise((enter) => {
      const waiting = { enter };
      const queue = this.queues.get(party) ?? [];
      queue.push(waiting);
      this.queues.set(party, queue);
      leave(() => this.forget(party, waiting));
    });
  }

  giveBack(party: Party): void {
    const count = (this.held.get(party) ?? 1) - 1;
    if (count === 0) this.held.delete(party);
    else this.held.set(party, count);
    this.free += 1;
    if (this.queues.size > 0) this.callNext();
  }

  private mayTake(party: Party): boolean {
    return this.free > (party === undefined ? 0 : (this.held.get(party) ?? 0));
  }

  private hold(party: Party): void {
    this.held.set(party, (this.held.get(party) ?? 0) + 1);
    this.free -= 1;
  }

  private callNext(): void {
    for (const [party, queue] of [...this.queues]) {
      if (!this.mayTake(party)) continue;
      // Behind the others, whether anybody of it still waits or not.
      this.queues.delete(party);
      const next = queue.shift();
      if (queue.length > 0) this.queues.set(party, queue);
      if (!next) continue;
      this.hold(party);
      next.enter();
    }
  }

  private forget(party: Party, waiting: Waiting): void {
    const queue = this.queues.get(party) ?? [];
    const place = queue.indexOf(waiting);
    if (place >= 0) queue.splice(place, 1);
    if (queue.length === 0) this.queues.delete(party);
  }
}
