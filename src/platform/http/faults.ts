import { invalid, type BusinessError } from '../errors/index.js';

type Members = Readonly<Record<string, readonly string[]>>;

/** Faults that a 400 lists at most. Whoever looks for faults stops there. */
export const MOST_FAULTS = 100;
const MOST_BYTES = 60 * 1024;
const LONGEST_PLACE = 300;
const LONGEST_MESSAGE = 1000;

/** The beginning of a text that is longer. @param length in UTF-16 code units */
export const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;

/** What is wrong with a request, by place, each fault once. It takes no more than a 400 lists. */
export class FaultList {
  private readonly messages = new Map<string, Set<string>>();
  private count = 0;
  private bytes = 0;

  get isEmpty(): boolean {
    return this.count === 0;
  }

  get isFull(): boolean {
    return this.count >= MOST_FAULTS;
  }

  /** @param place as the client wrote it, such as `[3].hours`; the rest of a long one is left out */
  add(place: string, message: string): void {
    if (this.isFull) return;
    const name = shortened(place, LONGEST_PLACE);
    const text = shortened(message, LONGEST_MESSAGE);
    const known = this.messages.get(name) ?? new Set();
    if (known.has(text)) return;
    this.bytes += Buffer.byteLength(JSON.stringify([name, text]));
    if (this.bytes > MOST_BYTES && !this.isEmpty) {
      this.count = MOST_FAULTS;
      return;
    }
    this.count += 1;
    this.messages.set(name, known.add(text));
  }

  toMembers(): Members {
    return Object.fromEntries([...this.messages].map(([place, messages]) => [place, [...messages]]));
  }
}

/** As many of the faults as a 400 lists. */
export function listedFaults(members: Members): Members {
  const faults = new FaultList();
  for (const [place, messages] of Object.entries(members)) {
    for (const message of messages) faults.add(place, message);
    if (faults.isFull) break;
  }
  return faults.toMembers();
}

/** Members or parameters that mean nothing at this place. */
export const notKnownHere = (names: readonly string[]): BusinessError =>
  invalid(Object.fromEntries(names.slice(0, MOST_FAULTS).map((name) => [name, ['is not known here']])));
