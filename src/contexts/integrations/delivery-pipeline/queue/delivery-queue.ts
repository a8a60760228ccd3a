import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SETTINGS, type Settings } from '../../../../platform/config/settings.js';
import type { QueueState } from '../../../../platform/health/delivery-figures.port.js';
import { newId } from '../../../../platform/values/index.js';
import type { DeliveryId } from '../leases/lease.repository.js';
import type { Doorbell, NewDoorbell, QueueLink } from './queue-link.js';
import { within } from '../background/time-limit.js';

// So few that several processes share what was queued together, so many that a job costs little for each of them.
const DELIVERIES_OF_A_JOB = 32;
const ADD_WITHIN_MS = 1000;
const READY_WITHIN_MS = 10_000;
// Shorter than the pipeline waits for it, so that a link that hangs is still discarded.
const CLOSE_WITHIN_MS = 1000;
const RETRY_MS = 500;

/** The doorbell: it tells some process of deliveries that were queued. It may be lost, doubled or late. */
@Injectable()
export class DeliveryQueue {
  private readonly logger = new Logger(DeliveryQueue.name);
  private link: QueueLink | null = null;
  private isUsed = false;
  private isReady = false;
  private isAway = false;
  private isStopping = false;
  private ring: (doorbell: Doorbell) => Promise<void> = async () => undefined;

  constructor(
    private readonly source: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param ring called in this process for deliveries that any process added, a few at a time; it must not throw */
  start(ring: (doorbell: Doorbell) => Promise<void>): void {
    this.ring = ring;
    this.isUsed = this.settings.QUEUE === 'on';
    if (this.isUsed) void this.connect();
  }

  /** Whether this process reaches the queue; off where it does not use one. */
  get state(): QueueState {
    if (!this.isUsed) return 'off';
    return this.link && this.isReady ? 'connected' : 'away';
  }

  /** @returns false when the queue is off or away: then nobody may hear of them */
  async add(deliveries: readonly DeliveryId[]): Promise<boolean> {
    const { link } = this;
    if (!link || !this.isReady) return false;
    try {
      await within(ADD_WITHIN_MS, link.add(doorbellsFor(deliveries)));
      if (this.isAway) this.logger.log('The queue is back');
      this.isAway = false;
      return true;
    } catch (error) {
      this.lost(link, error as Error);
      return false;
    }
  }

  /** Takes no further jobs; those under way go on. */
  async pause(): Promise<void> {
    this.isStopping = true;
    await this.link?.pause().catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    const { link } = this;
    this.link = null;
    if (!link) return;
    await within(CLOSE_WITHIN_MS, link.close(false)).catch(() => this.discard(link));
  }

  // Nobody waits for it: until it is ready, deliveries go without.
  private async connect(): Promise<void> {
    // What a process without a queue does not need would be a good part of its start.
    const { openQueue } = await import('./queue-link.js');
    if (this.isStopping) return;
    const address = {
      redisUrl: this.settings.REDIS_URL,
      databaseUrl: (this.source.options as { url: string }).url,
    };
    const link: QueueLink = openQueue(address, {
      ring: (doorbell) => this.ring(doorbell),
      broken: (error) => this.lost(link, error),
    });
    this.link = link;
    within(READY_WITHIN_MS, link.ready()).then(
      () => {
        if (this.link === link) this.isReady = true;
      },
      (error: Error) => this.lost(link, error),
    );
  }

  // A link in doubt is replaced by a new one, so that nothing of what broke it is left. Deliveries go on meanwhile.
  private lost(link: QueueLink, error: Error): void {
    if (this.link !== link) return;
    this.link = null;
    this.isReady = false;
    if (!this.isAway && !this.isStopping) {
      this.logger.warn({ err: error }, 'The queue is away, deliveries go on without it');
    }
    this.isAway = true;
    this.discard(link);
    setTimeout(() => void this.connect(), RETRY_MS).unref();
  }

  private discard(link: QueueLink): void {
    link.close(true).catch(() => undefined);
  }
}

function doorbellsFor(deliveries: readonly DeliveryId[]): NewDoorbell[] {
  const ids = deliveries.map(({ id }) => id);
  const count = Math.ceil(ids.length / DELIVERIES_OF_A_JOB);
  return Array.from({ length: count }, (_, index) => ({
    jobId: newId(),
    deliveryIds: ids.slice(index * DELIVERIES_OF_A_JOB, (index + 1) * DELIVERIES_OF_A_JOB),
  }));
}
