import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';

interface LoopOptions {
  readonly intervalMs: number;
  /** From the end of a run to the start of the next one. */
  readonly gapMs: number;
  readonly logger: Pick<Logger, 'log' | 'error'>;
}

export class BackgroundLoop {
  private endPause: () => void = () => undefined;
  private isWoken = false;
  private isStopping = false;
  private isFailing = false;
  private running: Promise<void> | undefined;

  /** @param work resolves to whether there is more to do at once */
  constructor(
    private readonly work: () => Promise<boolean>,
    private readonly options: LoopOptions,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  wake(): void {
    this.isWoken = true;
    this.endPause();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.endPause();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      this.isWoken = false;
      const hasMore = await this.workOnce();
      if (this.isStopping) return;
      await pause(this.options.gapMs);
      if (!hasMore && !this.isWoken) await this.untilWoken();
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
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
