import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS } from '../../../../platform/config/index.js';
import type { WebhookSettings } from '../../integrations.settings.js';
import { BackgroundLoop } from '../../../../platform/background/index.js';
import { PipelineDatabase } from '../background/pipeline-database.js';
import { StatusChangeRepository } from './status-change.repository.js';

const GAP_MS = 20;

/** Parks, resumes and cancels the deliveries of marked subscribers; the mark survives a crash of the process. */
@Injectable()
export class StatusChangeJob {
  readonly loop: BackgroundLoop;

  constructor(
    private readonly repository: StatusChangeRepository,
    private readonly database: PipelineDatabase,
    @Inject(SETTINGS) settings: WebhookSettings,
  ) {
    this.loop = new BackgroundLoop(() => this.run(), {
      intervalMs: settings.WEBHOOK_SWEEP_INTERVAL_MS,
      gapMs: GAP_MS,
      logger: new Logger(StatusChangeJob.name),
    });
  }

  async run(): Promise<boolean> {
    const { deliveries, subscribers } = await this.database.withConnection(() => this.repository.follow());
    return deliveries + subscribers > 0;
  }
}
