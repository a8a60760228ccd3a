import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const columnsOf = {
  actual_time: 'recorded_date, billable',
  timesheet_entries: 'recorded_date, billable, approval_status',
};

// Rows that another process adds up at this moment are left to it. Where it has locked the sum of a day, that day has two
// sums until its next change.
const addition = (table: keyof typeof columnsOf): string => `
  WITH changes AS MATERIALIZED (
    SELECT ctid, organization_id, recorded_date FROM ${table}_counts WHERE NOT is_sum
    LIMIT $1 FOR UPDATE SKIP LOCKED),
  sums AS MATERIALIZED (
    SELECT ctid FROM ${table}_counts
    WHERE is_sum AND (organization_id, recorded_date) IN (SELECT organization_id, recorded_date FROM changes)
    FOR UPDATE SKIP LOCKED),
  removed AS (
    DELETE FROM ${table}_counts
    WHERE ctid = ANY (ARRAY(SELECT ctid FROM changes UNION ALL SELECT ctid FROM sums))
    RETURNING organization_id, ${columnsOf[table]}, row_count, hours),
  added AS (
    INSERT INTO ${table}_counts (organization_id, ${columnsOf[table]}, row_count, hours, is_sum)
    SELECT organization_id, ${columnsOf[table]}, sum(row_count), sum(hours), true FROM removed
    GROUP BY organization_id, ${columnsOf[table]} HAVING sum(row_count) <> 0 OR sum(hours) <> 0)
  SELECT count(*)::int AS changes FROM changes`;

const additions = [addition('actual_time'), addition('timesheet_entries')];

/** Daily row counts of recorded time and their hours: triggers insert each change, and here the changes are added up. */
@Injectable()
export class DailyRowCountsRepository {
  // No unit of work: each statement is a transaction of its own.
  constructor(private readonly source: DataSource) {}

  /**
   * Adds up to `limit` changes of each table to the sums of their days; what anybody reads stays the same.
   * @returns whether there may be more
   */
  async addUp(limit: number): Promise<boolean> {
    let hasMore = false;
    for (const statement of additions) {
      const [found] = await this.source.query<{ changes: number }[]>(statement, [limit]);
      hasMore ||= found?.changes === limit;
    }
    return hasMore;
  }
}
