import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PeriodicWork } from '../../../platform/background/index.js';
import { TimeCountsRepository } from './time-counts.repository.js';

const INTERVAL_MS = 5000;
const BATCH = 1000;

/** Keeps the counts of recorded time short. Processes that do it at once share the work. */
@Injectable()
export class TimeCountsJob implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(TimeCountsJob.name);
  private readonly periodically = new PeriodicWork(() => this.run(), {
    intervalMs: INTERVAL_MS,
    failed: (error) => this.logger.error({ err: error }, 'Counts of time could not be added up'),
  });

  constructor(private readonly counts: TimeCountsRepository) {}

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
