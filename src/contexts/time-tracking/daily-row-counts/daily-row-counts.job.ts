import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PeriodicWork } from '../../../platform/background/index.js';
import { DailyRowCountsRepository } from './daily-row-counts.repository.js';

const INTERVAL_MS = 5000;
const BATCH = 1000;

/** Keeps the tables of daily row counts short. Processes that do it at once share the work. */
@Injectable()
export class DailyRowCountsJob implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(DailyRowCountsJob.name);
  private readonly periodically = new PeriodicWork(() => this.run(), {
    intervalMs: INTERVAL_MS,
    failed: (error) => this.logger.error({ err: error }, 'Daily row counts could not be added up'),
  });

  constructor(private readonly counts: DailyRowCountsRepository) {}

  onApplicationBootstrap(): void {
    this.periodically.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.periodically.stop();
  }

  private async run(): Promise<void> {
    while (!this.periodically.isStopping && (await this.counts.addUp(BATCH)));
  }
}
