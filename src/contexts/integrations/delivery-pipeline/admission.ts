import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';
import { UnitOfWork } from '../../../platform/database/index.js';
import { AdmissionRepository } from './admission.repository.js';
import { BackgroundLoop } from './background-loop.js';
import { Dispatcher } from './dispatcher.js';
import { fairShare, type Slots } from './fair-share.js';
import type { DeliveryId } from './lease.repository.js';
import { PipelineDatabase } from './pipeline-database.js';

/** Gives the slots of this process to deliveries that are due. */
@Injectable()
export class Admission {
  readonly loop: BackgroundLoop;
  private readonly slots: Slots;

  constructor(
    private readonly repository: AdmissionRepository,
    private readonly dispatcher: Dispatcher,
    private readonly unitOfWork: UnitOfWork,
    private readonly database: PipelineDatabase,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.slots = {
      total: settings.WEBHOOK_CONCURRENCY,
      earlyPercent: settings.WEBHOOK_EARLY_SHARE_PERCENT,
    };
    this.loop = new BackgroundLoop(() => this.run(), {
      intervalMs: settings.WEBHOOK_SWEEP_INTERVAL_MS,
      gapMs: settings.WEBHOOK_ADMISSION_GAP_MS,
      logger: new Logger(Admission.name),
    });
  }

  /** @returns whether to come again at once, because another process had the turn */
  async run(): Promise<boolean> {
    const admitted = await this.database.withConnection(() => this.unitOfWork.run(() => this.admit()));
    if (admitted === null) return true;
    await this.dispatcher.dispatch(admitted);
    return false;
  }

  private async admit(): Promise<DeliveryId[] | null> {
    if (!(await this.repository.takeTurn())) return null;
    const { own, all, processes } = await this.repository.inFlight();
    if (own.total >= this.slots.total) return [];
    // The shares hold for each process, and for all together when one sends what others have queued.
    const due = fairShare(await this.repository.due(this.slots.total), own, this.slots);
    const chosen = fairShare(due, all, { ...this.slots, total: processes * this.slots.total });
    return chosen.length === 0 ? [] : this.repository.queue(chosen);
  }
}
