import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../platform/config/index.js';
import type { Retention } from '../../../platform/retention/index.js';
import type { ChangeSettings } from '../changes.settings.js';
import { ChangePartitionRepository } from './change-partition.repository.js';

@Injectable()
export class ChangeRetention implements Retention {
  readonly intervalMinutes: number;

  constructor(
    private readonly partitions: ChangePartitionRepository,
    @Inject(SETTINGS) private readonly settings: ChangeSettings,
  ) {
    this.intervalMinutes = settings.CHANGES_RETENTION_INTERVAL_MINUTES;
  }

  async removeOld(): Promise<boolean> {
    await this.partitions.beginPartition();
    const [oldest, next] = await this.partitions.full();
    const isOld =
      oldest !== undefined &&
      (oldest.is_detaching || (await this.partitions.isOlder(oldest, this.settings.CHANGES_DAYS)));
    if (isOld) {
      await this.partitions.expire(oldest);
      await this.partitions.detach(oldest);
    }
    await this.partitions.dropDetached();
    return isOld && next !== undefined;
  }
}
