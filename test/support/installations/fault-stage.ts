import { Installation, subscribe, type LedgerSubscriber } from './installation.js';
import type { ApiClient } from '../requests/api-client.js';
import { LedgerReceiver } from '../servers/ledger-receiver.js';
import { compare, readableIds, type Differences } from './ledgers.js';
import { pause } from '../programs/program.js';
import { until } from '../../../src/testing/until.js';

interface Options {
  readonly databaseUrl: string;
  /** Another address of the database, for the processes. */
  readonly detourUrl?: string;
  /** Absent: the queue is in PostgreSQL. */
  readonly redisUrl?: string;
  /** Of the receiver's answers, in milliseconds, so that attempts are under way when something happens. */
  readonly delay?: number;
}

let names = 0;

/** An installation with three subscribers, whose ledgers are kept from its first client to its last. */
export class FaultStage {
  readonly acknowledged = new Set<string>();
  /** Requests that were not acknowledged. */
  refused = 0;
  /** Milliseconds that the slowest request took. */
  slowest = 0;
  /** How often a creation was answered with which status; 0: not at all. */
  readonly statuses = new Map<number, number>();
  private readonly owners = new Set<string>();
  private repeated = 0;

  private constructor(
    readonly installation: Installation & { api: ApiClient },
    readonly receiver: LedgerReceiver,
    private readonly subscribers: readonly LedgerSubscriber[],
  ) {}

  static async begin({ redisUrl, delay = 150, ...urls }: Options): Promise<FaultStage> {
    const settings: Record<string, string> = redisUrl === undefined ? {} : { REDIS_URL: redisUrl };
    const installation = await Installation.begin({ ...urls, settings });
    const receiver = await LedgerReceiver.start();
    const topics = ['client.*', 'department.*'];
    const subscribers = await subscribe(installation.api, receiver, ['/a', '/b', '/c'], { topics, delay });
    return new FaultStage(installation, receiver, subscribers);
  }

  /** Counts refused and slow requests anew. */
  count(): void {
    this.refused = 0;
    this.slowest = 0;
  }

  /** Creates as many clients at once, and forgives the API whatever it answers: only what it acknowledges counts. */
  async createClients(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.create('/v1/clients')));
  }

  async create(collection: string, api = this.installation.api): Promise<number> {
    names += 1;
    const began = performance.now();
    const answer = await api.post(collection, { name: `Record ${names}` }).catch(() => null);
    const status = answer?.status ?? 0;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.slowest = Math.max(this.slowest, performance.now() - began);
    if (answer?.status === 201) this.acknowledged.add(String(answer.body.id));
    else this.refused += 1;
    return status;
  }

  /** Creates a few clients at a time until the work has ended. */
  async creatingClients<Result>(work: () => Promise<Result>): Promise<Result> {
    let isOver = false;
    const creating = (async () => {
      while (!isOver) await Promise.all([this.createClients(4), pause(250)]);
    })();
    try {
      return await work();
    } finally {
      isOver = true;
      await creating;
    }
  }

  async untilAcknowledged(count: number): Promise<void> {
    await until(`${count} are acknowledged`, async () => this.acknowledged.size >= count);
  }

  /** Waits until the receiver has this many requests that it has not answered. */
  async untilUnderWay(attempts: number): Promise<void> {
    await until(
      `${attempts} attempts are under way`,
      async () => (await this.receiver.counts()).open >= attempts,
    );
  }

  /** Attempts that were under way in a process that has just been killed or frozen. */
  async leftUnderWay(): Promise<number> {
    const owners = await this.installation.rows<{ id: string; count: string }>(
      `SELECT lease_owner AS id, count(*) FROM webhook_deliveries WHERE state = 'sending' GROUP BY lease_owner`,
    );
    const fresh = owners.filter(({ id }) => !this.owners.has(id));
    for (const { id } of fresh) this.owners.add(id);
    return fresh.reduce((sum, { count }) => sum + Number(count), 0);
  }

  /** Waits until the worker that was started first uses its queue. */
  async untilQueueIsUsed(): Promise<void> {
    const [worker] = this.installation.workers;
    const port = (await worker?.says(/Metrics at port (\d+)/))?.[1];
    await until('the queue is connected', async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return /^webhook_queue_connected 1$/m.test(metrics);
    });
  }

  /** Waits until there is nothing left to do. */
  async untilSettled(seconds = 60): Promise<void> {
    await until('everything is delivered', async () => (await this.waiting()) === 0, seconds);
  }

  /** Events and deliveries of which there is something left to do. */
  async waiting(): Promise<number> {
    const [row] = await this.installation.rows<{ count: string }>(
      `SELECT (SELECT count(*) FROM outbox_events)
         + (SELECT count(*) FROM webhook_deliveries WHERE state <> 'delivered') AS count`,
    );
    return Number(row?.count);
  }

  /**
   * Waits until there is nothing left to do, and for what may come although it should not.
   * @returns of everything so far, but for `repeated`, which is since the last time
   */
  async differences(): Promise<Differences> {
    await this.untilSettled();
    await pause(500);
    const { api } = this.installation;
    const departments = await readableIds(api, '/v1/departments');
    const readable = new Set([
      ...(await readableIds(api, '/v1/clients')),
      // The organization came with one, long before anybody subscribed.
      ...departments.slice(1),
    ]);
    const receipts = await this.receiver.received();
    const { acknowledged, subscribers } = this;
    const differences = await compare({ acknowledged, readable, receipts, subscribers });
    const repeated = differences.repeated - this.repeated;
    this.repeated = differences.repeated;
    return { ...differences, repeated };
  }

  async end(): Promise<void> {
    await this.installation.killAll();
    await this.receiver.stop();
  }
}
