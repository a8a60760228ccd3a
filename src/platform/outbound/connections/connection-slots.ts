import { mayTakeSlot } from './slot-share.js';

interface Receiver {
  readonly busy: Map<string, number>;
  open: number;
  closing: number;
}

export class ConnectionSlots {
  private readonly receivers = new Map<string, Receiver>();

  constructor(public max: number) {}

  heldBy(party: string, keys: readonly string[]): number {
    return Math.max(0, ...keys.map((key) => this.receivers.get(key)?.busy.get(party) ?? 0));
  }

  mayBegin(party: string, keys: readonly string[]): boolean {
    return keys.every((key) => {
      const { busy } = this.at(key);
      return mayTakeSlot(this.max, sumOf(busy.values()), busy.get(party) ?? 0);
    });
  }

  isFull = (key: string): boolean => this.at(key).open >= this.max;

  isOverfull = (key: string): boolean => this.at(key).open - this.at(key).closing > this.max;

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

  private forget(keys: readonly string[]): void {
    for (const key of keys) {
      const { busy, open } = this.at(key);
      if (busy.size === 0 && open === 0) this.receivers.delete(key);
    }
  }
}

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);
