import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';

interface LoopOptions {
  /** Runs also when nobody rings, this often. */
  readonly intervalMs: number;
  /** From the end of a run to the next one, so that many rings cost few runs. */
  readonly gapMs: number;
  readonly logger: Pick<Logger, 'log' | 'error'>;
}

/** Work that is done again and again, never twice at once: when it is rung for, and by a timer. */
export class BackgroundLoop {
  private wake: () => void = () => undefined;
  private isRung = false;
  private isStopping = false;
  private isFailing = false;
  private running: Promise<void> | undefined;

  /** @param work answers whether there is more to do at once */
  constructor(
    private readonly work: () => Promise<boolean>,
    private readonly options: LoopOptions,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  ring(): void {
    this.isRung = true;
    this.wake();
  }

  /** Ends when the work under way has ended. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      this.isRung = false;
      const hasMore = await this.workOnce();
      if (this.isStopping) return;
      await pause(this.options.gapMs);
      if (!hasMore && !this.isRung) await this.untilWoken();
    }
  }

  private async workOnce(): Promise<boolean> {
    const { logger } = this.options;
    try {
      const hasMore = await this.work();
      if (this.isFailing) logger.log('Works again');
      this.isFailing = false;
      return hasMore;
    } catch (error) {
      if (!this.isFailing) logger.error({ err: error as Error }, 'Fails; it is tried again and again');
      this.isFailing = true;
      return false;
    }
  }

  private untilWoken(): Promise<void> {
    if (this.isStopping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.options.intervalMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
