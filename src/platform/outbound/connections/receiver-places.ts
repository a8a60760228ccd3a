import { mayTakePlace } from './place-share.js';

/** What one host or address has of this process. */
interface Receiver {
  /** Requests under way, by whose they are. */
  readonly busy: Map<string, number>;
  /** Connections that are open, with a request or without. */
  open: number;
  /** Those of them that are being closed. */
  closing: number;
}

/** How many connections and requests each host and each address has. A request counts for its host and its addresses. */
export class ReceiverPlaces {
  private readonly receivers = new Map<string, Receiver>();

  /** @param most connections of one of them at once */
  constructor(public most: number) {}

  /** How many requests of this party are under way where it has most of them. */
  heldBy(party: string, keys: readonly string[]): number {
    return Math.max(0, ...keys.map((key) => this.receivers.get(key)?.busy.get(party) ?? 0));
  }

  /** Whether the party may have one more request under way, whatever connection it gets. */
  mayBegin(party: string, keys: readonly string[]): boolean {
    return keys.every((key) => {
      const { busy } = this.at(key);
      return mayTakePlace(this.most, sumOf(busy.values()), busy.get(party) ?? 0);
    });
  }

  isFull = (key: string): boolean => this.at(key).open >= this.most;

  /** Whether more connections are open than may be, also when those are gone that are being closed. */
  isOverfull = (key: string): boolean => this.at(key).open - this.at(key).closing > this.most;

  closingAt = (key: string): number => this.at(key).closing;

  begin(party: string, keys: readonly string[]): void {
    for (const { busy } of this.each(keys)) busy.set(party, (busy.get(party) ?? 0) + 1);
  }

  end(party: string, keys: readonly string[]): void {
    for (const { busy } of this.each(keys)) {
      const left = (busy.get(party) ?? 0) - 1;
      if (left > 0) busy.set(party, left);
      else busy.delete(party);
    }
    this.forget(keys);
  }

  open(keys: readonly string[]): void {
    for (const receiver of this.each(keys)) receiver.open += 1;
  }

  beginClosing(keys: readonly string[]): void {
    for (const receiver of this.each(keys)) receiver.closing += 1;
  }

  closed(keys: readonly string[], wasClosing: boolean): void {
    for (const receiver of this.each(keys)) {
      receiver.open -= 1;
      if (wasClosing) receiver.closing -= 1;
    }
    this.forget(keys);
  }

  private each(keys: readonly string[]): Receiver[] {
    return keys.map((key) => {
      const receiver = this.at(key);
      this.receivers.set(key, receiver);
      return receiver;
    });
  }

  private at(key: string): Receiver {
    return this.receivers.get(key) ?? { busy: new Map(), open: 0, closing: 0 };
  }

  // Where nothing is left, so that those that were once sent to cost no memory.
  private forget(keys: readonly string[]): void {
    for (const key of keys) {
      const { busy, open } = this.at(key);
      if (busy.size === 0 && open === 0) this.receivers.delete(key);
    }
  }
}

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);
