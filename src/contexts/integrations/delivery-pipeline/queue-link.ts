import type { EventEmitter } from 'node:events';
import {
  createPostgresBackend,
  createRedisBackend,
  Queue,
  Worker,
  type Job,
  type JobsOptions,
  type WorkerOptions,
} from 'bullmq';

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
const SCHEMA = 'bullmq';
const QUEUE_CONNECTIONS = 1;
const WORKER_CONNECTIONS = 1;
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

export function openQueue({ redisUrl, databaseUrl }: QueueAddress, { ring, broken }: LinkEvents): QueueLink {
  const process = (job: Job<Doorbell>): Promise<void> => ring(job.data);
  if (redisUrl !== undefined) {
    // A connection that is lost is not mended but replaced, together with whatever waits on it.
    const connection = { url: redisUrl, connectTimeout: 2000, retryStrategy: () => null };
    const failFast = { ...connection, enableOfflineQueue: false, maxRetriesPerRequest: 0 };
    return link(
      new Queue(NAME, { ...queueOptions, connection: failFast }, createRedisBackend),
      new Worker(NAME, process, { ...workerOptions, connection }, createRedisBackend),
      broken,
    );
  }
  // A doorbell may be lost, so it need not wait for the disk, with the lock that every NOTIFY takes.
  const options = '-c synchronous_commit=off';
  const connection = { connectionString: databaseUrl, schema: SCHEMA, migrate: true, options };
  return link(
    new Queue(
      NAME,
      { ...queueOptions, connection: { ...connection, max: QUEUE_CONNECTIONS } },
      createPostgresBackend,
    ),
    new Worker(
      NAME,
      process,
      { ...workerOptions, connection: { ...connection, max: WORKER_CONNECTIONS } },
      createPostgresBackend,
    ),
    broken,
  );
}

interface AnyQueue extends EventEmitter {
  waitUntilReady(): Promise<void>;
  addBulk(jobs: { name: string; data: Doorbell; opts: JobsOptions }[]): Promise<unknown>;
  close(): Promise<void>;
}

interface AnyWorker extends EventEmitter {
  waitUntilReady(): Promise<void>;
  pause(doNotWaitActive: boolean): Promise<void>;
  close(force: boolean): Promise<void>;
}

function link(queue: AnyQueue, worker: AnyWorker, broken: (error: Error) => void): QueueLink {
  for (const part of [queue, worker]) {
    part.on('error', broken);
    part.on('ioredis:close', () => broken(new Error('The connection was closed')));
  }
  return {
    ready: () => Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]),
    add: (doorbells) =>
      queue.addBulk(
        doorbells.map(({ jobId, ...data }) => ({ name: 'deliver', data, opts: { ...jobOptions, jobId } })),
      ),
    pause: () => worker.pause(true),
    close: (force) => Promise.all([worker.close(force), queue.close()]),
  };
}
