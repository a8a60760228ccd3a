import { Injectable } from '@nestjs/common';
import type {
  ActualTimeTotalsQuery,
  TimesheetEntryTotalsQuery,
  TimeTotalsResponse,
} from './time-totals.dto.js';
import { TimeTotalsRepository, type GroupRow } from './time-totals.repository.js';
import { groupsMustBeFew, MAX_GROUPS } from './time-totals.rules.js';

@Injectable()
export class TimeTotalsService {
  constructor(private readonly totals: TimeTotalsRepository) {}

  async ofActualTime(organizationId: string, query: ActualTimeTotalsQuery): Promise<TimeTotalsResponse> {
    return answer(query, await this.totals.ofActualTime(organizationId, query, MAX_GROUPS + 1));
  }

  async ofTimesheetEntries(
    organizationId: string,
    query: TimesheetEntryTotalsQuery,
  ): Promise<TimeTotalsResponse> {
    return answer(query, await this.totals.ofTimesheetEntries(organizationId, query, MAX_GROUPS + 1));
  }
}

function answer({ group_by: by = [] }: ActualTimeTotalsQuery, rows: readonly GroupRow[]): TimeTotalsResponse {
  groupsMustBeFew(rows.length);
  const [{ all_hours: hours, all_count: count } = { all_hours: 0, all_count: 0 }] = rows;
  const groups = rows.map(({ all_hours: _hours, all_count: _count, ...group }) => group);
  return { hours, count, groups: by.length > 0 ? groups : [] };
}
