const TICK_MS = 25;
/** A quarter of a second: far longer than an answer takes, also on a busy machine. */
const SILENT_TICKS = 10;

/**
 * Gives up waiting for somebody who is silent. After each tick this process listens before it counts, so that time in
 * which it was too busy to hear an answer does not count; any answer begins the count anew.
 */
export class AnswerWatch {
  private readonly waiting = new Set<(silent: Error) => void>();
  private silentTicks = 0;
  private ticking: NodeJS.Timeout | undefined;
  private listening: NodeJS.Immediate | undefined;

  /** @throws what the answer throws, or Error when there was silence for long */
  async wait<Answer>(answer: Promise<Answer>): Promise<Answer> {
    let giveUp: (silent: Error) => void = () => undefined;
    const silence = new Promise<never>((_resolve, reject) => (giveUp = reject));
    this.waiting.add(giveUp);
    this.ticking ??= setInterval(() => this.tick(), TICK_MS);
    try {
      return await Promise.race([answer, silence]);
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
    for (const giveUp of this.waiting) giveUp(new Error('It does not answer'));
  }

  private rest(): void {
    clearInterval(this.ticking);
    clearImmediate(this.listening);
    this.ticking = undefined;
    this.listening = undefined;
  }
}
