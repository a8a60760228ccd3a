import { Inject, Injectable, Logger } from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';
import { Admission } from './admission.js';
import { BackgroundLoop } from './background-loop.js';
import { EventRelayRepository, FIRST_EVENT } from './event-relay.repository.js';

const BATCH = 200;
const GAP_MS = 20;

/** Turns events into deliveries, at once after a commit of this process and soon after one of another. */
@Injectable()
export class EventRelay {
  readonly loop: BackgroundLoop;
  private after = FIRST_EVENT;

  constructor(
    private readonly repository: EventRelayRepository,
    private readonly admission: Admission,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.loop = new BackgroundLoop(() => this.run(), {
      intervalMs: settings.WEBHOOK_RELAY_INTERVAL_MS,
      gapMs: GAP_MS,
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
    const { events, deliveries, left, last_id } = await this.repository.relay(BATCH, this.after);
    if (deliveries > 0) this.admission.loop.ring();
    const isFull = events + left === BATCH;
    // Events that have to stay must not hide those behind them; from the end it begins anew.
    if (!isFull) this.after = FIRST_EVENT;
    else if (left > 0 && last_id !== null) this.after = last_id;
    return isFull;
  }
}
