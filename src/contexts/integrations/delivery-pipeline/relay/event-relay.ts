import { Inject, Injectable, Logger } from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';
import { SETTINGS, type Settings } from '../../../../platform/config/settings.js';
import { Admission } from '../admission/admission.js';
import { BackgroundLoop } from '../background/background-loop.js';
import { EventRelayRepository, FIRST_EVENT } from './event-relay.repository.js';

const DELIVERIES_AT_ONCE = 1000;

/** Turns events into deliveries, at once after a commit of this process and soon after one of another. */
@Injectable()
export class EventRelay {
  readonly loop: BackgroundLoop;
  private after = FIRST_EVENT;
  /** Events of the next batch. */
  private most: number;

  constructor(
    private readonly repository: EventRelayRepository,
    private readonly admission: Admission,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.most = settings.WEBHOOK_RELAY_BATCH;
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
    const batch = this.most;
    const { events, deliveries, left, last_id } = await this.repository.relay(batch, this.after);
    this.most = this.nextBatch(events + left, deliveries);
    if (deliveries > 0) this.admission.loop.ring();
    const isFull = events + left === batch;
    // Events that have to stay must not hide those behind them; from the end it begins anew.
    if (!isFull) this.after = FIRST_EVENT;
    else if (left > 0 && last_id !== null) this.after = last_id;
    return isFull;
  }

  // Where each event goes to many, fewer of them: a long statement would keep a processor from the requests.
  private nextBatch(events: number, deliveries: number): number {
    const fitting = deliveries > 0 ? Math.floor((DELIVERIES_AT_ONCE * events) / deliveries) : Infinity;
    return Math.min(Math.max(fitting, 1), this.settings.WEBHOOK_RELAY_BATCH);
  }
}
