import { Inject, Injectable, Logger } from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';
import { Admission } from './admission.js';
import { BackgroundLoop } from './background-loop.js';
import { EventRelayRepository, FIRST_EVENT } from './event-relay.repository.js';

/** Turns events into deliveries, at once after a commit of this process and soon after one of another. */
@Injectable()
export class EventRelay {
  readonly loop: BackgroundLoop;
  private after = FIRST_EVENT;

  constructor(
    private readonly repository: EventRelayRepository,
    private readonly admission: Admission,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.loop = new BackgroundLoop(() => this.run(), {
      intervalMs: settings.WEBHOOK_RELAY_INTERVAL_MS,
      gapMs: settings.WEBHOOK_RELAY_GAP_MS,
      logger: new Logger(EventRelay.name),
    });
  }

  /** Only rings: the outbox says what is to be done. */
  @OnEvent('**')
  hear(): void {
    this.loop.ring();
  }

  /** @returns whether events may be left */
  async run(): Promise<boolean> {
    const batch = this.settings.WEBHOOK_RELAY_BATCH;
    const { events, deliveries, left, last_id } = await this.repository.relay(batch, this.after);
    if (deliveries > 0) this.admission.loop.ring();
    const isFull = events + left === batch;
    // Events that have to stay must not hide those behind them; from the end it begins anew.
    if (!isFull) this.after = FIRST_EVENT;
    else if (left > 0 && last_id !== null) this.after = last_id;
    return isFull;
  }
}
