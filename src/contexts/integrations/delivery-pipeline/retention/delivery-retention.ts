import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../../platform/config/index.js';
import type { Retention } from '../../../../platform/retention/index.js';
import type { WebhookSettings } from '../../integrations.settings.js';
import { DeliveryRetentionRepository } from './delivery-retention.repository.js';

@Injectable()
export class DeliveryRetention implements Retention {
  readonly intervalMinutes: number;

  constructor(
    private readonly repository: DeliveryRetentionRepository,
    @Inject(SETTINGS) private readonly settings: WebhookSettings,
  ) {
    this.intervalMinutes = settings.WEBHOOK_RETENTION_INTERVAL_MINUTES;
  }

  async removeOld(): Promise<boolean> {
    const {
      WEBHOOK_KEEP_DELIVERED_DAYS: delivered,
      WEBHOOK_KEEP_FAILED_DAYS: failed,
      WEBHOOK_RETENTION_BATCH: batch,
    } = this.settings;
    const removed = [
      await this.repository.removeDeliveries(['delivered'], delivered, batch),
      await this.repository.removeDeliveries(['exhausted', 'parked', 'cancelled'], failed, batch),
      await this.repository.removeMessages(Math.max(delivered, failed), batch),
      await this.repository.removeExpiredSecrets(batch),
    ];
    return removed.includes(batch);
  }
}
