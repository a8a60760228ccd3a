import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS } from '../../../../platform/config/index.js';
import type { WebhookSettings } from '../../integrations.settings.js';
import { UnitOfWork } from '../../../../platform/database/index.js';
import { AdmissionRepository } from './admission.repository.js';
import { BackgroundLoop } from '../../../../platform/background/index.js';
import { ConnectionShare } from './connection-share.js';
import { Dispatcher } from '../queue/dispatcher.js';
import { fairShare, type Slots } from './fair-share.js';
import { withinHosts } from './host-share.js';
import { PipelineDatabase } from '../background/pipeline-database.js';

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
    @Inject(SETTINGS) private readonly settings: WebhookSettings,
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

  async run(): Promise<boolean> {
    const begin = await this.database.withConnection(() => this.unitOfWork.run(() => this.admit()));
    begin?.();
    return begin === null;
  }

  /** @returns starts the deliveries after the commit; null: another process has the lock */
  private async admit(): Promise<(() => void) | null> {
    const leaseBegins = performance.now();
    // In one packet: without the lock, which is rare, the other results are wasted.
    const [isLocked, { own, all, hosts, processes }, waiting] = await Promise.all([
      this.repository.tryAdmissionLock(),
      this.repository.inFlight(),
      this.repository.due(this.slots.total),
      this.share.update(),
    ]);
    if (!isLocked) return null;
    // The limits hold per process, and in all when one process sends what others have queued.
    const due = fairShare(waiting, own, this.slots);
    const shared = fairShare(due, all, { ...this.slots, total: processes * this.slots.total });
    const chosen = withinHosts(shared, hosts, this.settings.WEBHOOK_HOST_CAP);
    if (chosen.length === 0) return () => undefined;
    if (this.share.isAlone && chosen.length <= this.dispatcher.room) {
      const claimed = await this.repository.claim(chosen);
      return () => this.dispatcher.begin(claimed, leaseBegins);
    }
    const queued = await this.repository.queue(chosen);
    return () => void this.dispatcher.dispatch(queued);
  }
}
