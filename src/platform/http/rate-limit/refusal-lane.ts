const GAP_MS = 10;
/** After so many gaps everybody has had a turn, however many wait. */
const MOST_GAPS = 10;

/**
 * Answers refused requests a few at a time, with gaps in which others are served. Clients that do not wait as they
 * are told, but ask again as soon as they are refused, would otherwise keep the process busy with refusals. A request
 * that is refused while no other is waits for nothing, and others for some tenths of a second.
 */
export class RefusalLane {
  private readonly waiting: (() => void)[] = [];
  private isFree = true;

  /** Resolves when it is the turn of the one who asks. */
  turn(): Promise<void> {
    if (!this.isFree) return new Promise((resolve) => this.waiting.push(resolve));
    this.isFree = false;
    this.pause();
    return Promise.resolve();
  }

  private pause(): void {
    setTimeout(() => this.proceed(), GAP_MS);
  }

  private proceed(): void {
    if (this.waiting.length === 0) {
      this.isFree = true;
      return;
    }
    const some = Math.ceil(this.waiting.length / MOST_GAPS);
    for (const resolve of this.waiting.splice(0, some)) resolve();
    this.pause();
  }
}
