import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';
import { Database, prepared, UnitOfWork } from '../../../platform/database/index.js';
import { RequestTraffic } from './request-traffic.js';

// Of the connections of the pool: while requests are served, and while none is.
const SHARE = { served: 0.05, quiet: 0.2 };
const LONGEST_REST_MS = 250;

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

/** What a transaction is told first, by what its commit waits for. */
const preludes = {
  onDisk: prepared(`SELECT ${alongIndexes}`),
  withoutDisk: prepared(`SELECT ${alongIndexes}, ${withoutDisk}`),
};
type Durability = keyof typeof preludes;

/**
 * The database for work in the background: it never has more than its share of the connections. While requests are
 * served that is a smaller one, and each connection rests as long as it worked. What waits meanwhile is done together.
 */
@Injectable()
export class PipelineDatabase {
  private readonly waiting: (() => void)[] = [];
  private readonly shares: Readonly<Record<'served' | 'quiet', number>>;
  private most: number;
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
    this.most = this.shares.served;
  }

  /** One statement in a transaction that goes along indexes; all of it reaches PostgreSQL in one packet. */
  rows<Row>(
    statement: string,
    parameters: readonly unknown[],
    durability: Durability = 'onDisk',
  ): Promise<Row[]> {
    return this.withConnection(() =>
      this.unitOfWork.runAhead(async () => {
        const set = this.database.rows(preludes[durability]);
        const asked = this.database.rows<Row>(statement, parameters);
        return { answer: Promise.all([asked, set]).then(([rows]) => rows) };
      }),
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
    this.most = isServed ? this.shares.served : this.shares.quiet;
    if (isServed) await pause(Math.min(worked, LONGEST_REST_MS));
  }

  private release(): void {
    this.inUse -= 1;
    while (this.inUse < this.most && this.waiting.length > 0) {
      this.inUse += 1;
      this.waiting.shift()?.();
    }
  }
}
