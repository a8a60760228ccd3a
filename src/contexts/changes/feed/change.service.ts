import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../platform/config/index.js';
import { Database } from '../../../platform/database/index.js';
import { allows, type Caller } from '../../../platform/http/index.js';
import type { ChangeSettings } from '../changes.settings.js';
import { ChangeSignal } from '../signal/change-signal.js';
import { ChangeRepository, type ChangeFilter, type FoundChanges } from './change.repository.js';
import { RecordRepository, type FoundRecords } from './record.repository.js';
import {
  cursorMustBeKept,
  cursorMustBeOfFeed,
  pastMustNotBeWaitedFor,
  type ChangeDirection,
} from './change.rules.js';
import { changeTopics, readableTopics } from './readable-topics.js';

const LOOK_EVERY_MS = 1000;

export interface ChangeRequest {
  readonly direction: ChangeDirection;
  readonly cursor?: string | undefined;
  readonly topics?: readonly string[] | undefined;
  readonly resourceId?: string | undefined;
  readonly actorId?: string | undefined;
  readonly limit: number;
  readonly waitSeconds: number;
  readonly withValues: boolean;
  readonly withRecords: boolean;
}

type PageRequest = Pick<ChangeRequest, 'direction' | 'limit' | 'withValues' | 'withRecords'>;

export interface ChangesRead extends FoundChanges {
  /** With `withRecords`. */
  readonly recordOf?: FoundRecords;
}

@Injectable()
export class ChangeService {
  constructor(
    private readonly changes: ChangeRepository,
    private readonly records: RecordRepository,
    private readonly database: Database,
    private readonly signal: ChangeSignal,
    @Inject(SETTINGS) private readonly settings: ChangeSettings,
  ) {}

  filterOf(
    { scopes }: Caller,
    { topics, resourceId, actorId }: Pick<ChangeRequest, 'topics' | 'resourceId' | 'actorId'>,
  ): ChangeFilter {
    return { topics: readableTopics(scopes, topics), resourceId, actorId };
  }

  /** @throws 410 where what follows the cursor is no longer kept, 400 behind the end */
  async start(cursor: string | undefined): Promise<bigint> {
    const range = await this.changes.range();
    if (cursor === undefined) return range.expiredTo;
    if (cursor === 'now') return range.end;
    cursorMustBeKept(BigInt(cursor), range, this.settings.CHANGES_DAYS);
    return BigInt(cursor);
  }

  /** Waits without a database connection while there is nothing. */
  async read(caller: Caller, request: ChangeRequest): Promise<ChangesRead> {
    const filter = this.filterOf(caller, request);
    const { direction, cursor, waitSeconds } = request;
    pastMustNotBeWaitedFor(direction, waitSeconds);
    const isGiven = cursor !== undefined && cursor !== 'now';
    let from = isGiven ? BigInt(cursor) : await this.start(direction === 'backward' ? 'now' : cursor);
    for (const until = performance.now() + waitSeconds * 1000; ;) {
      const ringing = waitSeconds > 0 ? this.signal.next(caller.organizationId) : undefined;
      const found = await this.page(caller, from, filter, request).catch((error: unknown) => {
        ringing?.end();
        throw error;
      });
      const left = until - performance.now();
      const isDone = found.rows.length > 0 || found.hasMore || left <= 0 || this.signal.isStopping;
      await ringing?.within(isDone ? 0 : Math.min(left, LOOK_EVERY_MS));
      if (isDone) return found;
      from = found.next;
    }
  }

  async page(
    { organizationId, scopes }: Caller,
    from: bigint,
    filter: ChangeFilter,
    { direction, limit, withValues, withRecords }: PageRequest,
  ): Promise<ChangesRead> {
    const isNarrow = filter.actorId !== undefined || filter.topics.length < changeTopics().length;
    const query = { ...filter, direction, from, limit, withValues, isNarrow };
    const read = async (): Promise<ChangesRead> => {
      const found = await this.changes.find(organizationId, query);
      if (!withRecords) return found;
      const mayReadRates = allows(scopes, 'rates:read');
      return { ...found, recordOf: await this.records.of(organizationId, found.rows, mayReadRates) };
    };
    const found = await (withRecords ? this.database.snapshot(read) : read());
    if (direction === 'forward') cursorMustBeKept(from, found, this.settings.CHANGES_DAYS);
    else cursorMustBeOfFeed(from, found);
    return found;
  }
}
