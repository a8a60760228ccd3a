import type { EventEmitter } from 'node:events';
import {
  createPostgresBackend,
  createRedisBackend,
  Queue,
  Worker,
  type Job,
  type JobsOptions,
  type PgPool,
  type WorkerOptions,
} from 'bullmq';
import { QueueConnections } from './queue-connections.js';

/** The database has everything else. */
export interface DeliveryJob {
  readonly deliveryIds: readonly string[];
}

export interface NewDeliveryJob extends DeliveryJob {
  readonly jobId: string;
}

export interface QueueAddress {
  readonly redisUrl: string | undefined;
  readonly databaseUrl: string;
}

interface LinkEvents {
  readonly onJob: (job: DeliveryJob) => Promise<void>;
  readonly broken: (error: Error) => void;
}

export interface QueueLink {
  ready(): Promise<unknown>;
  add(jobs: readonly NewDeliveryJob[]): Promise<unknown>;
  pause(): Promise<void>;
  /** @param force does not wait for jobs or for the server */
  close(force: boolean): Promise<unknown>;
}

const NAME = 'webhook-deliveries';
// Jobs end quickly, and each fetches the next one.
const CONCURRENT_JOBS = 4;

const jobOptions: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

const queueOptions = { streams: { events: { maxLen: 256 } } };

const workerOptions: Omit<WorkerOptions, 'connection'> = {
  concurrency: CONCURRENT_JOBS,
  // Jobs end sooner, so locks need no renewal.
  lockDuration: 60_000,
  // A stalled job runs again and finds nothing to do; it never fails.
  maxStalledCount: 1000,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
};

export function openQueue({ redisUrl, databaseUrl }: QueueAddress, { onJob, broken }: LinkEvents): QueueLink {
  const process = (job: Job<DeliveryJob>): Promise<void> => onJob(job.data);
  if (redisUrl !== undefined) {
    // Lost connections are replaced with the whole link.
    const connection = { url: redisUrl, connectTimeout: 2000, retryStrategy: () => null };
    const failFast = { ...connection, enableOfflineQueue: false, maxRetriesPerRequest: 0 };
    return new Link(
      async () => ({
        queue: new Queue(NAME, { ...queueOptions, connection: failFast }, createRedisBackend),
        worker: new Worker(NAME, process, { ...workerOptions, connection }, createRedisBackend),
      }),
      broken,
    );
  }
  const connections = new QueueConnections(databaseUrl);
  return new Link(
    async () => {
      await connections.migrate();
      const connection = connections.pool as unknown as PgPool;
      return {
        queue: new Queue(NAME, { ...queueOptions, connection }, createPostgresBackend),
        worker: new Worker(NAME, process, { ...workerOptions, connection }, createPostgresBackend),
      };
    },
    broken,
    connections,
  );
}

interface Parts {
  readonly queue: EventEmitter & {
    waitUntilReady(): Promise<void>;
    add(name: string, data: DeliveryJob, options: JobsOptions): Promise<unknown>;
    close(): Promise<void>;
  };
  readonly worker: EventEmitter & {
    waitUntilReady(): Promise<void>;
    pause(doNotWaitActive: boolean): Promise<void>;
    close(force: boolean): Promise<void>;
  };
}

class Link implements QueueLink {
  private parts: Parts | undefined;
  private isClosed = false;

  constructor(
    private readonly open: () => Promise<Parts>,
    private readonly broken: (error: Error) => void,
    private readonly connections?: QueueConnections,
  ) {}

  async ready(): Promise<void> {
    const parts = await this.open();
    for (const part of [parts.queue, parts.worker]) {
      part.on('error', this.broken);
      part.on('ioredis:close', () => this.broken(new Error('The connection was closed')));
    }
    this.parts = parts;
    if (this.isClosed) await this.closeParts(true);
    else await Promise.all([parts.queue.waitUntilReady(), parts.worker.waitUntilReady()]);
  }

  async add(jobs: readonly NewDeliveryJob[]): Promise<void> {
    const { parts } = this;
    if (!parts) return;
    // One by one: BullMQ's bulk insert creates and drops temporary tables, which costs more.
    const added = jobs.map(({ jobId, ...data }) =>
      parts.queue.add('deliver', data, { ...jobOptions, jobId }),
    );
    await Promise.all(added);
  }

  async pause(): Promise<void> {
    await this.parts?.worker.pause(true);
  }

  async close(force: boolean): Promise<void> {
    this.isClosed = true;
    // Pending queries would keep their connections.
    const ended = force ? this.connections?.end(true) : undefined;
    await this.closeParts(force);
    await (ended ?? this.connections?.end(false));
  }

  private async closeParts(force: boolean): Promise<void> {
    await Promise.all([this.parts?.worker.close(force), this.parts?.queue.close()]);
  }
}
