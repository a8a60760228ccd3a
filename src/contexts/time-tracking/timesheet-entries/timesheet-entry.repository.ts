import { Injectable } from '@nestjs/common';
import { Database, type Page, type PageRequest } from '../../../platform/database/index.js';
import { newId } from '../../../platform/values/index.js';
import { storedCrmIdentifiers, type CrmIdentifier } from '../../../platform/crm-identifiers/index.js';
import { recordForm } from '../../../platform/resources/index.js';
import { dailyRowCountsTable, timeColumns, timeOrder } from '../actual-time/time-list.js';
import type { ListTimesheetEntriesQuery, TimesheetEntryResponse } from './timesheet-entry.dto.js';
import { timesheetEntryConditions } from './timesheet-entry-list.js';

type Members = Omit<TimesheetEntryResponse, 'id' | 'created_date' | 'modified_date' | 'crm_identifiers'>;

export type NewTimesheetEntry = Members & { readonly crm_identifiers?: readonly CrmIdentifier[] };

const columns = `${timeColumns}, t.approval_status, t.submitted_at AS submitted_date, t.decided_at AS decided_date,
  t.decided_by, t.actual_time_id`;

const inserted: Readonly<Record<keyof Members, readonly [column: string, type: string]>> = {
  project_id: ['project_id', 'uuid'],
  project_offering_id: ['project_offering_id', 'uuid'],
  project_offering_role_id: ['project_offering_role_id', 'uuid'],
  person_id: ['person_id', 'uuid'],
  recorded_date: ['recorded_date', 'date'],
  hours: ['hours', 'numeric'],
  billable: ['billable', 'boolean'],
  description: ['description', 'text'],
  approval_status: ['approval_status', 'text'],
  submitted_date: ['submitted_at', 'timestamptz'],
  decided_date: ['decided_at', 'timestamptz'],
  decided_by: ['decided_by', 'uuid'],
  actual_time_id: ['actual_time_id', 'uuid'],
};

const insertion = `
  INSERT INTO timesheet_entries (organization_id, id, ${Object.values(inserted)
    .map(([column]) => column)
    .join(', ')}, crm_identifiers)
  SELECT $1, * FROM unnest($2::uuid[], ${Object.values(inserted)
    .map(([, type], index) => `$${index + 3}::${type}[]`)
    .join(', ')}, $${Object.keys(inserted).length + 3}::json[])`;

export const timesheetEntryRecords = recordForm({ table: 'timesheet_entries t', columns });

@Injectable()
export class TimesheetEntryRepository {
  constructor(private readonly database: Database) {}

  list(
    organizationId: string,
    query: ListTimesheetEntriesQuery,
    page: PageRequest,
  ): Promise<Page<TimesheetEntryResponse>> {
    const conditions = timesheetEntryConditions(organizationId, query);
    return this.database.page({
      table: 'timesheet_entries t',
      columns,
      conditions,
      order: timeOrder,
      counts: dailyRowCountsTable('timesheet_entries', query),
      page,
    });
  }

  /** However many there are, in one statement. */
  async insert(organizationId: string, entries: readonly NewTimesheetEntry[]): Promise<string[]> {
    const ids = entries.map(newId);
    const members = Object.keys(inserted) as (keyof Members)[];
    await this.database.rows(insertion, [
      organizationId,
      ids,
      ...members.map((member) => entries.map((entry) => entry[member])),
      entries.map(({ crm_identifiers = [] }) => storedCrmIdentifiers(crm_identifiers)),
    ]);
    return ids;
  }
}
