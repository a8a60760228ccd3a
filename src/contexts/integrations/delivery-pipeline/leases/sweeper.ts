import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../../platform/config/settings.js';
import { Admission } from '../admission/admission.js';
import { BackgroundLoop } from '../background/background-loop.js';
import { Deliverer } from '../attempts/deliverer.js';
import { Dispatcher } from '../queue/dispatcher.js';
import { LeaseRepository } from './lease.repository.js';

/** Finds what nobody rang for: leases that ran out, and deliveries that the queue has lost. */
@Injectable()
export class Sweeper {
  readonly loop: BackgroundLoop;
  /** Attempts that this process has taken over from others since it started. */
  takeovers = 0;

  constructor(
    private readonly leases: LeaseRepository,
    private readonly dispatcher: Dispatcher,
    private readonly deliverer: Deliverer,
    private readonly admission: Admission,
    @Inject(SETTINGS) private readonly settings: Settings,
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
    this.admission.loop.ring();
    return false;
  }

  // The queue brings a delivery within moments, or it has lost it.
  private async deliverForgotten(): Promise<void> {
    const { room } = this.deliverer;
    if (room === 0) return;
    const { WEBHOOK_SWEEP_INTERVAL_MS, WEBHOOK_QUEUE_LEASE_SECONDS } = this.settings;
    const patience = WEBHOOK_SWEEP_INTERVAL_MS / 1000;
    this.dispatcher.deliverHere(await this.leases.queuedFor(patience, WEBHOOK_QUEUE_LEASE_SECONDS, room));
  }
}
