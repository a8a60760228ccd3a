import { Injectable } from '@nestjs/common';
import { Database, type Conditions } from '../../../platform/database/index.js';
import { dailyRowCountsTable, timeConditions } from '../actual-time/time-list.js';
import { timesheetEntryConditions } from '../timesheet-entries/timesheet-entry-list.js';
import { isCountedDaily, totalsStatement } from './time-grouping.js';
import type { ActualTimeTotalsQuery, TimesheetEntryTotalsQuery, TimeTotalsGroup } from './time-totals.dto.js';

export interface GroupRow extends TimeTotalsGroup {
  readonly all_hours: number;
  readonly all_count: number;
}

@Injectable()
export class TimeTotalsRepository {
  constructor(private readonly database: Database) {}

  ofActualTime(organizationId: string, query: ActualTimeTotalsQuery, limit: number): Promise<GroupRow[]> {
    return this.sum('actual_time', query, timeConditions(organizationId, query), limit);
  }

  ofTimesheetEntries(
    organizationId: string,
    query: TimesheetEntryTotalsQuery,
    limit: number,
  ): Promise<GroupRow[]> {
    return this.sum('timesheet_entries', query, timesheetEntryConditions(organizationId, query), limit);
  }

  private sum(
    table: string,
    query: ActualTimeTotalsQuery,
    { text, parameters }: Conditions,
    limit: number,
  ): Promise<GroupRow[]> {
    const by = [...new Set(query.group_by)];
    const counts = isCountedDaily(by) ? dailyRowCountsTable(table, query) : undefined;
    const count = counts === undefined ? 'count(*)' : 'sum(t.row_count)';
    return this.database.rows(totalsStatement(counts ?? table, count, text, by, limit), parameters);
  }
}
