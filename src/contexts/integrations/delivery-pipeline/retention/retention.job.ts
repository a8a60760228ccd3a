import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS } from '../../../../platform/config/index.js';
import type { WebhookSettings } from '../../integrations.settings.js';
import { BackgroundLoop } from '../../../../platform/background/index.js';
import { RetentionRepository } from './retention.repository.js';

const GAP_MS = 50;

@Injectable()
export class RetentionJob {
  readonly loop: BackgroundLoop;

  constructor(
    private readonly repository: RetentionRepository,
    @Inject(SETTINGS) private readonly settings: WebhookSettings,
  ) {
    this.loop = new BackgroundLoop(() => this.run(), {
      intervalMs: settings.WEBHOOK_RETENTION_INTERVAL_MINUTES * 60_000,
      gapMs: GAP_MS,
      logger: new Logger(RetentionJob.name),
    });
  }

  async run(): Promise<boolean> {
    const {
      WEBHOOK_KEEP_DELIVERED_DAYS: delivered,
      WEBHOOK_KEEP_FAILED_DAYS: failed,
      WEBHOOK_KEEP_RELAYED_MINUTES: relayed,
      WEBHOOK_RETENTION_BATCH: batch,
    } = this.settings;
    const removed = [
      await this.repository.removeDeliveries(['delivered'], delivered, batch),
      await this.repository.removeDeliveries(['exhausted', 'parked', 'cancelled'], failed, batch),
      await this.repository.removeMessages(Math.max(delivered, failed), batch),
      await this.repository.removeRelayedEvents(relayed, batch),
      await this.repository.removeExpiredSecrets(batch),
    ];
    return removed.includes(batch);
  }
}
