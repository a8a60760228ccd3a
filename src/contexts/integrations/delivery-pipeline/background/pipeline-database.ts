import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../../platform/config/index.js';
import type { WebhookSettings } from '../../integrations.settings.js';
import { Database, prepared } from '../../../../platform/database/index.js';
import { NUMBERING_LOCK } from '../../../../platform/events/index.js';
import type { BatchLimits } from './batched-call.js';
import { RequestTraffic } from './request-traffic.js';

// Parts of the connection pool: while requests are served, and while none are.
const SHARE = { served: 0.05, quiet: 0.2 };
const MAX_REST_MS = 250;
// Batch size, and how long the rest may gather afterwards.
const PACE: Readonly<Record<Traffic, BatchLimits>> = {
  served: { maxItems: 32, gapMs: 10 },
  quiet: { maxItems: 128, gapMs: 2 },
};

type Traffic = 'served' | 'quiet';

/** For what may be lost in a crash together with all that follows. Never for the result of an attempt. */
export const asynchronousCommit = `set_config('synchronous_commit', 'off', true)`;

/** For lookups by key and foreign key checks, also when planned while a table was still empty. */
export const withoutSequentialScans = `set_config('enable_seqscan', 'off', true)`;

/** For reads in index order up to a limit, also when outdated statistics suggest that sorting is cheap. */
export const withoutSorts = `set_config('enable_sort', 'off', true)`;

/** For prepared statements whose plan is the same for all values: to make it each time costs as much as to run it. */
export const withoutPlanning = `set_config('plan_cache_mode', 'force_generic_plan', true)`;

// The sessions' lock timeout is too long for requests; statements without SKIP LOCKED have to wait.
const withoutLockTimeout = `set_config('lock_timeout', '0', true)`;

/** Whether the transaction got the lock of the one that numbers events. */
export const holdsNumbering = `(current_setting('planning.numbers', true) = 'true')`;

const settingsOf = {
  synchronous: prepared(`SELECT ${withoutLockTimeout}, ${withoutSequentialScans}`),
  asynchronous: prepared(`SELECT ${withoutLockTimeout}, ${withoutSequentialScans}, ${asynchronousCommit}`),
  // Waits for the disk: a position that was read must not be given again after a crash.
  numbering: prepared(`SELECT ${withoutLockTimeout}, ${withoutSequentialScans},
    set_config('planning.numbers', pg_try_advisory_xact_lock(${NUMBERING_LOCK})::text, true)`),
};
type CommitMode = keyof typeof settingsOf;

/** Limits background work to a part of the connection pool, a smaller one while requests are served. */
@Injectable()
export class PipelineDatabase {
  private readonly waiting: (() => void)[] = [];
  private readonly shares: Readonly<Record<Traffic, number>>;
  private lately: Traffic = 'served';
  private inUse = 0;

  constructor(
    private readonly database: Database,
    private readonly traffic: RequestTraffic,
    @Inject(SETTINGS) settings: WebhookSettings,
  ) {
    const connections = (share: number): number =>
      Math.max(1, Math.floor(settings.DATABASE_POOL_SIZE * share));
    this.shares = { served: connections(SHARE.served), quiet: connections(SHARE.quiet) };
  }

  get isServed(): boolean {
    return this.lately === 'served';
  }

  get pace(): BatchLimits {
    return PACE[this.lately];
  }

  rows<Row>(
    statement: string,
    parameters: readonly unknown[],
    commitMode: CommitMode = 'synchronous',
  ): Promise<Row[]> {
    return this.withConnection(() => this.database.batch<Row>(settingsOf[commitMode], statement, parameters));
  }

  async first<Row>(
    statement: string,
    parameters: readonly unknown[],
    commitMode?: CommitMode,
  ): Promise<Row | null> {
    return (await this.rows<Row>(statement, parameters, commitMode))[0] ?? null;
  }

  async withConnection<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.inUse < this.maxInUse) this.inUse += 1;
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
    if (isServed) await pause(Math.min(worked, MAX_REST_MS));
  }

  private get maxInUse(): number {
    return this.shares[this.lately];
  }

  private release(): void {
    this.inUse -= 1;
    while (this.inUse < this.maxInUse && this.waiting.length > 0) {
      this.inUse += 1;
      this.waiting.shift()?.();
    }
  }
}
