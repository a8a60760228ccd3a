import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../../platform/config/settings.js';
import { BackgroundLoop } from '../background/background-loop.js';
import { PipelineDatabase } from '../background/pipeline-database.js';
import { StatusChangeRepository } from './status-change.repository.js';

// Room for whoever waits for the subscriber between two batches.
const GAP_MS = 20;

/**
 * Parks, resumes and cancels the deliveries of subscribers whose status has changed, until all have followed. Whoever
 * changes a status only marks the subscriber, so that nothing is left half done by a process that dies.
 */
@Injectable()
export class StatusChangeJob {
  readonly loop: BackgroundLoop;

  constructor(
    private readonly repository: StatusChangeRepository,
    private readonly database: PipelineDatabase,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.loop = new BackgroundLoop(() => this.run(), {
      intervalMs: settings.WEBHOOK_SWEEP_INTERVAL_MS,
      gapMs: GAP_MS,
      logger: new Logger(StatusChangeJob.name),
    });
  }

  /** @returns whether more may be left */
  async run(): Promise<boolean> {
    const { deliveries, subscribers } = await this.database.withConnection(() => this.repository.follow());
    return deliveries + subscribers > 0;
  }
}
