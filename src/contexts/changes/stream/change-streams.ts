import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { PeriodicWork } from '../../../platform/background/index.js';
import { Database } from '../../../platform/database/index.js';
import { CallerAuthenticator, type Caller } from '../../../platform/http/index.js';
import { grouped } from '../../../platform/values/index.js';
import { ChangeRepository, type OrganizationChange } from '../feed/change.repository.js';
import { RecordRepository, type FoundRecords } from '../feed/record.repository.js';
import { tooManyStreams } from '../feed/change.rules.js';
import { ChangeService } from '../feed/change.service.js';
import { ChangeSignal } from '../signal/change-signal.js';
import type { ChangeStream } from './change-stream.js';

const PER_TOKEN = 5;
/** When another one may have ended. */
const RETRY_SECONDS = '10';
const AT_ONCE = 500;
/** Of one stream, so that little is read anew where a client takes only a part. */
const PAGE = 100;
const LOOK_EVERY_MS = 1000;
const CHECK_EVERY_MS = 2000;
const COMMENT_EVERY_MS = 15_000;

interface Following {
  readonly rows: readonly OrganizationChange[];
  readonly end: bigint;
  readonly recordsOf: (stream: ChangeStream) => FoundRecords | undefined;
}

const viewOf = ({ organizationId, mayReadRates }: ChangeStream): string =>
  `${organizationId} ${mayReadRates}`;

/** Reads once for all streams of this process that have caught up. */
@Injectable()
export class ChangeStreams implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(ChangeStreams.name);
  private readonly open = new Set<ChangeStream>();
  private readonly joining = new Set<ChangeStream>();
  private readonly live = new Set<ChangeStream>();
  private readonly works: readonly PeriodicWork[];
  private readonly reading: PeriodicWork;
  private endListening = (): void => undefined;
  private tail = 0n;

  constructor(
    private readonly changes: ChangeService,
    private readonly repository: ChangeRepository,
    private readonly records: RecordRepository,
    private readonly database: Database,
    private readonly signal: ChangeSignal,
    private readonly authenticator: CallerAuthenticator,
  ) {
    const failed = (error: unknown): void =>
      this.logger.warn({ err: error as Error }, 'Streams of changes could not be served; it is tried again');
    const work = (run: () => Promise<void>, intervalMs: number): PeriodicWork =>
      new PeriodicWork(run, { intervalMs, failed });
    this.reading = work(() => this.read(), LOOK_EVERY_MS);
    this.works = [
      this.reading,
      work(() => this.check(), CHECK_EVERY_MS),
      work(async () => this.open.forEach((stream) => stream.comment()), COMMENT_EVERY_MS),
    ];
  }

  onModuleInit(): void {
    for (const work of this.works) work.start();
    this.endListening = this.signal.on(() => {
      if (this.signal.isStopping) this.endAll();
      else if (this.open.size > 0) this.reading.doNow();
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.endListening();
    this.endAll();
    await Promise.all(this.works.map((work) => work.stop()));
  }

  /** @throws 429 where the token has as many as it may */
  requireRoom({ userId, tokenId }: Caller): void {
    const isSame = ({ options: { caller } }: ChangeStream): boolean =>
      caller.userId === userId && caller.tokenId === tokenId;
    const count = [...this.open].filter(isSame).length;
    if (count >= PER_TOKEN) throw tooManyStreams(PER_TOKEN).withHeaders({ 'Retry-After': RETRY_SECONDS });
  }

  add(stream: ChangeStream): void {
    // The client may be gone already, or have asked for the headers alone.
    if (!stream.events.isOpen) return;
    this.signal.begin();
    this.open.add(stream);
    stream.events.onClose(() => {
      for (const streams of [this.open, this.joining, this.live]) streams.delete(stream);
    });
    stream.comment();
    void this.catchUp(stream);
  }

  private async catchUp(stream: ChangeStream): Promise<void> {
    for (let isBehind = true; isBehind && stream.events.isOpen;) {
      if (this.signal.isStopping) return stream.end();
      isBehind = await this.advance(stream);
      await stream.events.drained();
    }
    if (!stream.events.isOpen) return;
    this.joining.add(stream);
    this.reading.doNow();
  }

  /** Reads a page for one stream. @returns whether there is more */
  private async advance(stream: ChangeStream): Promise<boolean> {
    const { caller, filter, withValues, withRecords } = stream.options;
    const request = { direction: 'forward' as const, limit: PAGE, withValues, withRecords };
    try {
      const found = await this.changes.page(caller, stream.cursor, filter, request);
      const isSent = stream.send(found.rows, found.recordOf);
      if (isSent) stream.cursor = found.next;
      return !isSent || found.hasMore;
    } catch (error) {
      this.logger.warn({ err: error as Error }, 'A stream of changes ended');
      stream.end();
      return false;
    }
  }

  private async read(): Promise<void> {
    await this.admit();
    for (let isFull = true; isFull && this.live.size > 0 && !this.signal.isStopping;) {
      const streams = [...this.live];
      const { rows, end, recordsOf } = await this.following(streams);
      for (const stream of streams) {
        const wanted = rows.filter((row) => stream.wants(row));
        if (!stream.send(wanted, recordsOf(stream))) this.fallBehind(stream);
        else if (end > stream.cursor) stream.cursor = end;
      }
      this.tail = end;
      isFull = rows.length === AT_ONCE;
    }
  }

  /** What came after the tail, with the records in one snapshot where a stream wants them. */
  private following(streams: readonly ChangeStream[]): Promise<Following> {
    const organizations = [...new Set(streams.map(({ organizationId }) => organizationId))];
    const withRecords = streams.filter(({ options }) => options.withRecords);
    const read = async (): Promise<Following> => {
      const found = await this.repository.following(this.tail, organizations, AT_ONCE);
      return { ...found, recordsOf: await this.recordsFor(withRecords, found.rows) };
    };
    return withRecords.length > 0 ? this.database.snapshot(read) : read();
  }

  /** Read once for all streams of an organization that may see the same. */
  private async recordsFor(
    streams: readonly ChangeStream[],
    rows: readonly OrganizationChange[],
  ): Promise<Following['recordsOf']> {
    const found = new Map<string, FoundRecords>();
    for (const [view, readers] of grouped(streams, viewOf)) {
      const [{ organizationId, mayReadRates }] = readers as [ChangeStream];
      const wanted = rows.filter((row) => readers.some((stream) => stream.wants(row)));
      found.set(view, await this.records.of(organizationId, wanted, mayReadRates));
    }
    return (stream) => found.get(viewOf(stream));
  }

  // Nobody waits for a client that reads slowly, nor is what it has not read kept for it.
  private fallBehind(stream: ChangeStream): void {
    this.live.delete(stream);
    void stream.events.drained().then(() => this.catchUp(stream));
  }

  // What was numbered since they caught up, the common reading may have passed.
  private async admit(): Promise<void> {
    for (const stream of [...this.joining]) {
      if (this.live.size === 0) this.tail = stream.cursor;
      const isBehind = stream.cursor < this.tail && (await this.advance(stream));
      this.joining.delete(stream);
      if (isBehind) this.fallBehind(stream);
      else if (stream.events.isOpen) this.live.add(stream);
    }
  }

  private async check(): Promise<void> {
    await Promise.all(
      [...this.open].map(async (stream) => {
        const caller = await this.callerOf(stream);
        // What it may tell was settled when it began.
        if (!caller || !stream.isFor(caller)) stream.end();
      }),
    );
  }

  private async callerOf({ options }: ChangeStream): Promise<Caller | null> {
    try {
      return await this.authenticator.authenticate(options.credentials, () => Promise.resolve(true));
    } catch (error) {
      // Where its provider cannot be asked, nobody knows whether the token still counts.
      if (options.caller.bearer) return null;
      throw error;
    }
  }

  private endAll(): void {
    for (const stream of this.open) stream.end();
  }
}
