import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';
import { BackgroundLoop } from './background-loop.js';
import { RetentionRepository } from './retention.repository.js';

const INTERVAL_MS = 3_600_000;
const BATCH = 1000;
const GAP_MS = 50;

/** Removes old deliveries and what was relayed, every hour. Processes that do it at once share the work. */
@Injectable()
export class RetentionJob {
  readonly loop: BackgroundLoop;

  constructor(
    private readonly repository: RetentionRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.loop = new BackgroundLoop(() => this.run(), {
      intervalMs: INTERVAL_MS,
      gapMs: GAP_MS,
      logger: new Logger(RetentionJob.name),
    });
  }

  /** @returns whether something may be left */
  async run(): Promise<boolean> {
    const { WEBHOOK_KEEP_DELIVERED_DAYS: delivered, WEBHOOK_KEEP_FAILED_DAYS: failed } = this.settings;
    const removed = [
      await this.repository.removeDeliveries(['delivered'], delivered, BATCH),
      await this.repository.removeDeliveries(['exhausted', 'parked', 'cancelled'], failed, BATCH),
      await this.repository.removeMessages(Math.max(delivered, failed), BATCH),
      await this.repository.removeRelayedEvents(BATCH),
      await this.repository.removeExpiredSecrets(BATCH),
    ];
    return removed.includes(BATCH);
  }
}
