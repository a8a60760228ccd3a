const GAP_MS = 10;
/** After so many gaps every waiting request has been refused. */
const MAX_GAPS = 10;

/** A few refusals at a time, with gaps for others: clients that retry at once must not keep the process busy. */
export class RefusalDelay {
  private readonly waiting: (() => void)[] = [];
  private isFree = true;

  wait(): Promise<void> {
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
    const some = Math.ceil(this.waiting.length / MAX_GAPS);
    for (const resolve of this.waiting.splice(0, some)) resolve();
    this.pause();
  }
}
