import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { TimeCountsRepository } from './time-counts.repository.js';

const INTERVAL_MS = 5000;
const BATCH = 1000;

/** Keeps the counts of recorded time short. Processes that do it at once share the work. */
@Injectable()
export class TimeCountsJob implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(TimeCountsJob.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isStopping = false;

  constructor(private readonly counts: TimeCountsRepository) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.start(), INTERVAL_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await this.running;
  }

  // A run that lasts longer than the interval is not joined by another one.
  private start(): void {
    this.running ??= this.run()
      .catch((error: unknown) => this.logger.error({ err: error }, 'Counts of time could not be added up'))
      .finally(() => (this.running = undefined));
  }

  private async run(): Promise<void> {
    while (!this.isStopping && (await this.counts.addUp(BATCH)));
  }
}
