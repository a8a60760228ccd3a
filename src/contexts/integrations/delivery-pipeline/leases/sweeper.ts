import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS } from '../../../../platform/config/index.js';
import type { WebhookSettings } from '../../integrations.settings.js';
import { Admission } from '../admission/admission.js';
import { BackgroundLoop } from '../../../../platform/background/index.js';
import { Deliverer } from '../attempts/deliverer.js';
import { Dispatcher } from '../queue/dispatcher.js';
import { LeaseRepository } from './lease.repository.js';

@Injectable()
export class Sweeper {
  readonly loop: BackgroundLoop;
  takeovers = 0;

  constructor(
    private readonly leases: LeaseRepository,
    private readonly dispatcher: Dispatcher,
    private readonly deliverer: Deliverer,
    private readonly admission: Admission,
    @Inject(SETTINGS) private readonly settings: WebhookSettings,
  ) {
    this.loop = new BackgroundLoop(() => this.run(), {
      intervalMs: settings.WEBHOOK_SWEEP_INTERVAL_MS,
      gapMs: 0,
      logger: new Logger(Sweeper.name),
    });
  }

  async run(): Promise<false> {
    this.takeovers += await this.leases.takeOverExpired(this.settings.WEBHOOK_TAKEOVER_BATCH);
    await this.deliverForgotten();
    this.admission.loop.wake();
    return false;
  }

  // A job older than moments is lost.
  private async deliverForgotten(): Promise<void> {
    const { room } = this.deliverer;
    if (room === 0) return;
    const { WEBHOOK_SWEEP_INTERVAL_MS, WEBHOOK_QUEUE_LEASE_SECONDS } = this.settings;
    const patience = WEBHOOK_SWEEP_INTERVAL_MS / 1000;
    this.dispatcher.deliverHere(await this.leases.queuedFor(patience, WEBHOOK_QUEUE_LEASE_SECONDS, room));
  }
}
