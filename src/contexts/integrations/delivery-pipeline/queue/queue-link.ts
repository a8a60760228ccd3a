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

/** All that a job says. What is sent, and whether it is sent at all, stands in the database. */
export interface Doorbell {
  readonly deliveryIds: readonly string[];
}

export interface NewDoorbell extends Doorbell {
  readonly jobId: string;
}

export interface QueueAddress {
  readonly redisUrl: string | undefined;
  readonly databaseUrl: string;
}

interface LinkEvents {
  /** Called for each job. */
  readonly ring: (doorbell: Doorbell) => Promise<void>;
  /** Called for anything that makes the link doubtful. */
  readonly broken: (error: Error) => void;
}

/** A queue and a worker of it, of which nobody needs to know what keeps their jobs. */
export interface QueueLink {
  ready(): Promise<unknown>;
  add(doorbells: readonly NewDoorbell[]): Promise<unknown>;
  /** Takes no further jobs. */
  pause(): Promise<void>;
  /** @param force without waiting for the jobs under way, or for a server that does not answer */
  close(force: boolean): Promise<unknown>;
}

const NAME = 'webhook-deliveries';
// A job ends when it has been heard, so that few at a time suffice, and each brings the next one with its end.
const HEARD_AT_ONCE = 4;

const jobOptions: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

// The events of jobs, which nobody reads.
const queueOptions = { streams: { events: { maxLen: 256 } } };

const workerOptions: Omit<WorkerOptions, 'connection'> = {
  concurrency: HEARD_AT_ONCE,
  // They are heard sooner, so that their locks need no renewal.
  lockDuration: 60_000,
  // A job that was lost with its process rings once more and finds nothing to do; it is not kept as a failure.
  maxStalledCount: 1000,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
};

/** A link that is ready once it was waited for. */
export function openQueue({ redisUrl, databaseUrl }: QueueAddress, { ring, broken }: LinkEvents): QueueLink {
  const process = (job: Job<Doorbell>): Promise<void> => ring(job.data);
  if (redisUrl !== undefined) {
    // A connection that is lost is not mended but replaced, together with whatever waits on it.
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
      // Its types know an older pool.
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
    add(name: string, data: Doorbell, options: JobsOptions): Promise<unknown>;
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

  async add(doorbells: readonly NewDoorbell[]): Promise<void> {
    const { parts } = this;
    if (!parts) return;
    // One by one: to add several at once PostgreSQL makes tables and drops them again, which costs more than many jobs.
    const added = doorbells.map(({ jobId, ...data }) =>
      parts.queue.add('deliver', data, { ...jobOptions, jobId }),
    );
    await Promise.all(added);
  }

  async pause(): Promise<void> {
    await this.parts?.worker.pause(true);
  }

  async close(force: boolean): Promise<void> {
    this.isClosed = true;
    // Those who wait for an answer that does not come would not let go of their connections.
    const ended = force ? this.connections?.end(true) : undefined;
    await this.closeParts(force);
    await (ended ?? this.connections?.end(false));
  }

  private async closeParts(force: boolean): Promise<void> {
    await Promise.all([this.parts?.worker.close(force), this.parts?.queue.close()]);
  }
}
