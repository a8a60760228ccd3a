import { Inject, Injectable, Logger } from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';
import { SETTINGS } from '../../../../platform/config/index.js';
import { EventHandler } from '../../../../platform/events/index.js';
import type { WebhookSettings } from '../../integrations.settings.js';
import { Admission } from '../admission/admission.js';
import { BackgroundLoop } from '../../../../platform/background/index.js';
import { EventRelayRepository, FIRST_EVENT } from './event-relay.repository.js';

const DELIVERIES_AT_ONCE = 1000;

@Injectable()
export class EventRelay {
  readonly loop: BackgroundLoop;
  private after = FIRST_EVENT;
  private batchSize: number;

  constructor(
    private readonly repository: EventRelayRepository,
    private readonly admission: Admission,
    private readonly handler: EventHandler,
    @Inject(SETTINGS) private readonly settings: WebhookSettings,
  ) {
    this.batchSize = settings.WEBHOOK_RELAY_BATCH;
    this.loop = new BackgroundLoop(() => this.run(), {
      intervalMs: settings.WEBHOOK_RELAY_INTERVAL_MS,
      gapMs: settings.WEBHOOK_RELAY_GAP_MS,
      logger: new Logger(EventRelay.name),
    });
  }

  @OnEvent('**')
  onEvent(): void {
    this.loop.wake();
  }

  async run(): Promise<boolean> {
    const batch = this.batchSize;
    const { events, deliveries, handed, left, last_id } = await this.repository.relay(batch, this.after);
    this.batchSize = this.nextBatch(events + left, deliveries);
    if (deliveries > 0) this.admission.loop.wake();
    if (handed > 0) this.handler.wake();
    const isFull = events + left === batch;
    // Left events must not hide later ones; start again from the beginning at the end.
    if (!isFull) this.after = FIRST_EVENT;
    else if (left > 0 && last_id !== null) this.after = last_id;
    return isFull;
  }

  // Fewer events when each has many subscribers: long statements take a processor from requests.
  private nextBatch(events: number, deliveries: number): number {
    const fitting = deliveries > 0 ? Math.floor((DELIVERIES_AT_ONCE * events) / deliveries) : Infinity;
    return Math.min(Math.max(fitting, 1), this.settings.WEBHOOK_RELAY_BATCH);
  }
}
