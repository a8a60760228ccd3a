import { Injectable } from '@nestjs/common';
import { Database, UnitOfWork } from '../../../platform/database/index.js';
import { NUMBERING_LOCK } from '../../../platform/events/index.js';

export interface Partition {
  readonly name: string;
  /** The first position after it. */
  readonly end: string;
  readonly is_detaching: boolean;
}

const SIZE = 1_000_000;
const RETENTION_LOCK = 7_021_005;

@Injectable()
export class ChangePartitionRepository {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Oldest first, those alone that no event gets a position in any more. */
  full(): Promise<Partition[]> {
    return this.database.rows(
      `SELECT p.name, p.end::text, p.is_detaching FROM change_feed f CROSS JOIN LATERAL (
         SELECT c.relname::text AS name, substring(c.relname from '[0-9]+$')::bigint + ${SIZE} AS "end",
           i.inhdetachpending AS is_detaching
         FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'changes'::regclass) p
       WHERE p.end <= f.position + 1 ORDER BY p.end`,
    );
  }

  /** Goes on in the next partition where the present one began more than a day ago, so that each ends in time. */
  async beginPartition(): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.database.rows('SELECT pg_advisory_xact_lock($1)', [NUMBERING_LOCK]);
      await this.database.rows(
        `UPDATE change_feed SET position = (position / ${SIZE} + 1) * ${SIZE} - 1
         WHERE EXISTS (SELECT FROM changes c WHERE c.position >= change_feed.position / ${SIZE} * ${SIZE}
           AND c.numbered_at < now() - interval '1 day')`,
      );
    });
  }

  async isOlder({ name }: Partition, days: number): Promise<boolean> {
    const found = await this.database.first<{ is_older: boolean }>(
      `SELECT NOT EXISTS (SELECT FROM ${name} WHERE numbered_at >= now() - $1 * interval '1 day') AS is_older`,
      [days],
    );
    return found?.is_older === true;
  }

  /** Before the rows go, so that no reader takes their absence for silence. */
  async expire({ end }: Partition): Promise<void> {
    await this.database.rows(
      'UPDATE change_feed SET expired_to = greatest(expired_to, $1::bigint - 1) WHERE id = 1',
      [end],
    );
  }

  async detach({ name, is_detaching }: Partition): Promise<void> {
    await this.database.rows(
      `ALTER TABLE changes DETACH PARTITION ${name} ${is_detaching ? 'FINALIZE' : 'CONCURRENTLY'}`,
    );
  }

  async dropDetached(): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.database.rows('SELECT pg_advisory_xact_lock($1)', [RETENTION_LOCK]);
      const tables = await this.database.rows<{ name: string }>(
        `SELECT c.relname::text AS name FROM pg_class c
         WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
           AND c.relname ~ '^changes_from_[0-9]+$' AND NOT c.relispartition`,
      );
      if (tables.length > 0)
        await this.database.rows(`DROP TABLE ${tables.map(({ name }) => name).join(', ')}`);
    });
  }
}
