const TICK_MS = 25;
/** 250 ms: far longer than a response takes, also on a busy machine. */
const SILENT_TICKS = 10;

/** Gives up after silence. Reads before each tick counts, so that time in which the process was busy does not. */
export class ResponseWatch {
  private readonly waiting = new Set<(silent: Error) => void>();
  private silentTicks = 0;
  private ticking: NodeJS.Timeout | undefined;
  private listening: NodeJS.Immediate | undefined;

  /** @throws what the promise rejects with, or Error after the silence */
  async wait<Result>(result: Promise<Result>): Promise<Result> {
    let giveUp: (silent: Error) => void = () => undefined;
    const silence = new Promise<never>((_resolve, reject) => (giveUp = reject));
    this.waiting.add(giveUp);
    this.ticking ??= setInterval(() => this.tick(), TICK_MS);
    try {
      return await Promise.race([result, silence]);
    } finally {
      this.silentTicks = 0;
      this.waiting.delete(giveUp);
      if (this.waiting.size === 0) this.rest();
    }
  }

  private tick(): void {
    this.listening ??= setImmediate(() => this.countTick());
  }

  private countTick(): void {
    this.listening = undefined;
    this.silentTicks += 1;
    if (this.silentTicks < SILENT_TICKS) return;
    for (const giveUp of this.waiting) giveUp(new Error('It does not respond'));
  }

  private rest(): void {
    clearInterval(this.ticking);
    clearImmediate(this.listening);
    this.ticking = undefined;
    this.listening = undefined;
  }
}
