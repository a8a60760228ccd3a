import { Inject, Injectable, Logger } from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';
import { SETTINGS } from '../../../../platform/config/index.js';
import { EventHandler } from '../../../../platform/events/index.js';
import type { WebhookSettings } from '../../integrations.settings.js';
import { Admission } from '../admission/admission.js';
import { BackgroundLoop } from '../../../../platform/background/index.js';
import { EventRelayRepository } from './event-relay.repository.js';

const DELIVERIES_AT_ONCE = 1000;
// Two partitions, of which a retention may end one early.
const AHEAD = 2_000_000n;

@Injectable()
export class EventRelay {
  readonly loop: BackgroundLoop;
  private end = 0n;
  private position = 0n;
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
    try {
      if (this.end <= this.position + AHEAD) this.end = await this.repository.extend(this.position + AHEAD);
      const relayed = await this.repository.relay(batch);
      const { events, deliveries, handed } = relayed;
      this.position = BigInt(relayed.position);
      if (events > 0) this.batchSize = this.nextBatch(events, deliveries);
      if (deliveries > 0) this.admission.loop.wake();
      if (handed > 0) this.handler.wake();
      return relayed.has_more;
    } catch (error) {
      this.end = 0n;
      throw error;
    }
  }

  // Fewer events when each has many subscribers: long statements take a processor from requests.
  private nextBatch(events: number, deliveries: number): number {
    const fitting = deliveries > 0 ? Math.floor((DELIVERIES_AT_ONCE * events) / deliveries) : Infinity;
    return Math.min(Math.max(fitting, 1), this.settings.WEBHOOK_RELAY_BATCH);
  }
}
