import { invalid, type BusinessError } from '../../errors/index.js';

type Members = Readonly<Record<string, readonly string[]>>;

/** Listed by a 400 at most. Checks stop there. */
export const MAX_FAULTS = 100;
const MAX_BYTES = 60 * 1024;
const MAX_PLACE_LENGTH = 300;
const MAX_MESSAGE_LENGTH = 1000;

/** @param length in UTF-16 code units */
export const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;

export class FaultList {
  private readonly messages = new Map<string, Set<string>>();
  private count = 0;
  private bytes = 0;

  get isEmpty(): boolean {
    return this.count === 0;
  }

  get isFull(): boolean {
    return this.count >= MAX_FAULTS;
  }

  /** @param place as the client wrote it, such as `[3].hours`; shortened */
  add(place: string, message: string): void {
    if (this.isFull) return;
    const name = shortened(place, MAX_PLACE_LENGTH);
    const text = shortened(message, MAX_MESSAGE_LENGTH);
    const known = this.messages.get(name) ?? new Set();
    if (known.has(text)) return;
    this.bytes += Buffer.byteLength(JSON.stringify([name, text]));
    if (this.bytes > MAX_BYTES && !this.isEmpty) {
      this.count = MAX_FAULTS;
      return;
    }
    this.count += 1;
    this.messages.set(name, known.add(text));
  }

  toMembers(): Members {
    return Object.fromEntries([...this.messages].map(([place, messages]) => [place, [...messages]]));
  }
}

export function listedFaults(members: Members): Members {
  const faults = new FaultList();
  for (const [place, messages] of Object.entries(members)) {
    for (const message of messages) faults.add(place, message);
    if (faults.isFull) break;
  }
  return faults.toMembers();
}

export const notKnownHere = (names: readonly string[]): BusinessError =>
  invalid(Object.fromEntries(names.slice(0, MAX_FAULTS).map((name) => [name, ['is not known here']])));
