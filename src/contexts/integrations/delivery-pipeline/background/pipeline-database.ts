import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../../platform/config/settings.js';
import { Database, prepared, UnitOfWork } from '../../../../platform/database/index.js';
import type { BatchLimits } from './batched-call.js';
import { RequestTraffic } from './request-traffic.js';

// Of the connections of the pool: while requests are served, and while none is.
const SHARE = { served: 0.05, quiet: 0.2 };
const LONGEST_REST_MS = 250;
// Of what waits: how much is done at once, and how long after that the rest may gather.
const PACE: Readonly<Record<Traffic, BatchLimits>> = {
  served: { most: 32, gapMs: 10 },
  quiet: { most: 128, gapMs: 2 },
};

type Traffic = 'served' | 'quiet';

/**
 * For a statement that need not reach the disk before it is answered: a server that loses it has lost what came after it
 * too, so that everything begins again from there. What came of an attempt always waits for the disk.
 */
export const withoutDisk = `set_config('synchronous_commit', 'off', true)`;

/**
 * For a transaction that looks up what it needs by keys, and so do the checks of its foreign keys: also where they are
 * planned while a table is empty, as it is before a burst.
 */
export const alongIndexes = `set_config('enable_seqscan', 'off', true)`;

/**
 * For a transaction that reads in the order of an index and no further than needed: PostgreSQL then does so although its
 * statistics, of a quiet hour, say that there is little to sort.
 */
export const withoutSorts = `set_config('enable_sort', 'off', true)`;

// Sessions give up after a time that is too long for a request; what passes over nothing that is locked has to wait.
const patiently = `set_config('lock_timeout', '0', true)`;

/** What a transaction is told first, by what its commit waits for. */
const preludes = {
  onDisk: prepared(`SELECT ${patiently}, ${alongIndexes}`),
  withoutDisk: prepared(`SELECT ${patiently}, ${alongIndexes}, ${withoutDisk}`),
};
type Durability = keyof typeof preludes;

/**
 * The database for work in the background: it never has more than its share of the connections. While requests are
 * served that is a smaller one, and each connection rests as long as it worked. What waits meanwhile is done together.
 */
@Injectable()
export class PipelineDatabase {
  private readonly waiting: (() => void)[] = [];
  private readonly shares: Readonly<Record<Traffic, number>>;
  private lately: Traffic = 'served';
  private inUse = 0;

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly traffic: RequestTraffic,
    @Inject(SETTINGS) settings: Settings,
  ) {
    const connections = (share: number): number =>
      Math.max(1, Math.floor(settings.DATABASE_POOL_SIZE * share));
    this.shares = { served: connections(SHARE.served), quiet: connections(SHARE.quiet) };
  }

  /** Whether requests were served, when that was asked last. */
  get isServed(): boolean {
    return this.lately === 'served';
  }

  /** What is much at once makes requests wait for a processor; while there are none, little at once costs more. */
  get pace(): BatchLimits {
    return PACE[this.lately];
  }

  /** One statement in a transaction that goes along indexes; all of it reaches PostgreSQL in one packet. */
  rows<Row>(
    statement: string,
    parameters: readonly unknown[],
    durability: Durability = 'onDisk',
  ): Promise<Row[]> {
    return this.withConnection(() =>
      this.unitOfWork.runStatement(() =>
        this.database.batch<Row>(preludes[durability], statement, parameters),
      ),
    );
  }

  async first<Row>(
    statement: string,
    parameters: readonly unknown[],
    durability?: Durability,
  ): Promise<Row | null> {
    return (await this.rows<Row>(statement, parameters, durability))[0] ?? null;
  }

  /** For work that takes one connection by itself, such as a unit of work. Its result does not wait for the rest. */
  async withConnection<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.inUse < this.most) this.inUse += 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    const began = performance.now();
    try {
      return await work();
    } finally {
      void this.rest(performance.now() - began).then(() => this.release());
    }
  }

  private async rest(worked: number): Promise<void> {
    const isServed = await this.traffic.isServed();
    this.lately = isServed ? 'served' : 'quiet';
    if (isServed) await pause(Math.min(worked, LONGEST_REST_MS));
  }

  private get most(): number {
    return this.shares[this.lately];
  }

  private release(): void {
    this.inUse -= 1;
    while (this.inUse < this.most && this.waiting.length > 0) {
      this.inUse += 1;
      this.waiting.shift()?.();
    }
  }
}
