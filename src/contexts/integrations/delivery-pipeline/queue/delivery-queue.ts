import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SETTINGS } from '../../../../platform/config/index.js';
import type { WebhookSettings } from '../../integrations.settings.js';
import type { QueueState } from '../delivery-reading.js';
import { newId } from '../../../../platform/values/index.js';
import type { DeliveryId } from '../deliveries/delivery-id.js';
import type { DeliveryJob, NewDeliveryJob, QueueLink } from './queue-link.js';
import { within } from '../../../../platform/background/index.js';

// Few enough to share among processes, enough to make the cost of a job small.
const DELIVERIES_OF_A_JOB = 32;
const ADD_WITHIN_MS = 1000;
const READY_WITHIN_MS = 10_000;
const CLOSE_WITHIN_MS = 1000;
const RETRY_MS = 500;

@Injectable()
export class DeliveryQueue {
  private readonly logger = new Logger(DeliveryQueue.name);
  private link: QueueLink | null = null;
  private isUsed = false;
  private isReady = false;
  private isAway = false;
  private isStopping = false;
  private onJob: (job: DeliveryJob) => Promise<void> = async () => undefined;

  constructor(
    private readonly source: DataSource,
    @Inject(SETTINGS) private readonly settings: WebhookSettings,
  ) {}

  /** @param onJob must not reject */
  start(onJob: (job: DeliveryJob) => Promise<void>): void {
    this.onJob = onJob;
    this.isUsed = this.settings.QUEUE === 'on';
    if (this.isUsed) void this.connect();
  }

  get state(): QueueState {
    if (!this.isUsed) return 'off';
    return this.link && this.isReady ? 'connected' : 'away';
  }

  /** @returns false when the queue is off or away */
  async add(deliveries: readonly DeliveryId[]): Promise<boolean> {
    const { link } = this;
    if (!link || !this.isReady) return false;
    try {
      await within(ADD_WITHIN_MS, link.add(jobsFor(deliveries)));
      return true;
    } catch (error) {
      this.lost(link, error as Error);
      return false;
    }
  }

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

  private async connect(): Promise<void> {
    const { openQueue } = await import('./queue-link.js');
    if (this.isStopping) return;
    const address = {
      redisUrl: this.settings.REDIS_URL,
      databaseUrl: (this.source.options as { url: string }).url,
    };
    const link: QueueLink = openQueue(address, {
      onJob: (job) => this.onJob(job),
      broken: (error) => this.lost(link, error),
    });
    this.link = link;
    await this.untilUsable(link).then(
      () => this.found(link),
      (error: Error) => this.lost(link, error),
    );
  }

  // A full Redis can be connected to and takes no jobs.
  private async untilUsable(link: QueueLink): Promise<void> {
    await within(READY_WITHIN_MS, link.ready());
    await within(ADD_WITHIN_MS, link.add([{ jobId: `probe-${newId()}`, deliveryIds: [] }]));
  }

  private found(link: QueueLink): void {
    if (this.link !== link) return;
    this.isReady = true;
    if (this.isAway) this.logger.log('The queue is back');
    this.isAway = false;
  }

  // A broken link is replaced as a whole; deliveries continue without it.
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

function jobsFor(deliveries: readonly DeliveryId[]): NewDeliveryJob[] {
  const ids = deliveries.map(({ id }) => id);
  const count = Math.ceil(ids.length / DELIVERIES_OF_A_JOB);
  return Array.from({ length: count }, (_, index) => ({
    jobId: newId(),
    deliveryIds: ids.slice(index * DELIVERIES_OF_A_JOB, (index + 1) * DELIVERIES_OF_A_JOB),
  }));
}
