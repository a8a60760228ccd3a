import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../../platform/config/settings.js';
import { UnitOfWork } from '../../../../platform/database/index.js';
import { AdmissionRepository } from './admission.repository.js';
import { BackgroundLoop } from '../background/background-loop.js';
import { ConnectionShare } from './connection-share.js';
import { Dispatcher } from '../queue/dispatcher.js';
import { fairShare, type Slots } from './fair-share.js';
import { withinHosts } from './host-share.js';
import type { DeliveryId } from '../leases/lease.repository.js';
import { PipelineDatabase } from '../background/pipeline-database.js';

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
    private readonly share: ConnectionShare,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.slots = {
      total: settings.WEBHOOK_CONCURRENCY,
      earlyPercent: settings.WEBHOOK_EARLY_SHARE_PERCENT,
    };
    this.loop = new BackgroundLoop(() => this.run(), {
      intervalMs: settings.WEBHOOK_SWEEP_INTERVAL_MS,
      get gapMs() {
        return database.isServed ? settings.WEBHOOK_ADMISSION_GAP_MS : database.pace.gapMs;
      },
      logger: new Logger(Admission.name),
    });
  }

  /** @returns whether to come again at once, because another process had the turn */
  async run(): Promise<boolean> {
    const admitted = await this.database.withConnection(() => this.unitOfWork.run(() => this.admit()));
    if (admitted === null) return true;
    // The next turn need not wait for the queue.
    void this.dispatcher.dispatch(admitted);
    return false;
  }

  private async admit(): Promise<DeliveryId[] | null> {
    if (!(await this.repository.takeTurn())) return null;
    const [{ own, all, hosts, processes }, waiting] = await Promise.all([
      this.repository.inFlight(),
      this.repository.due(this.slots.total),
      this.share.update(),
    ]);
    // The shares hold for each process, and for all together when one sends what others have queued.
    const due = fairShare(waiting, own, this.slots);
    const shared = fairShare(due, all, { ...this.slots, total: processes * this.slots.total });
    const chosen = withinHosts(shared, hosts, this.settings.WEBHOOK_HOST_CAP);
    return chosen.length === 0 ? [] : this.repository.queue(chosen);
  }
}
