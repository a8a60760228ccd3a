import { isActualTime, type Approval, type WorkEntry, type World } from '../world/world.js';
import { roleKey } from './push-offering-roles.js';
import type { PushContext } from './push-context.js';

export interface TimesheetEntry {
  readonly project_id: string;
  readonly project_offering_id: string;
  readonly project_offering_role_id: string;
  readonly person_id: string;
  readonly recorded_date: string;
  readonly hours: number;
  readonly billable: boolean;
  readonly description: string | null;
  readonly approval_status: Approval['status'];
  readonly submitted_date: string | null;
  readonly decided_date: string | null;
  readonly decided_by: string | null;
  readonly actual_time_id: string | null;
}

/** The API has no route that creates timesheet entries. */
export type TakeTimesheetEntries = (entries: readonly TimesheetEntry[]) => Promise<void>;

const entriesAtATime = 500;

export async function pushTime(
  { work }: World,
  take: TakeTimesheetEntries,
  context: PushContext,
): Promise<void> {
  const actualTimeIds = new Map<WorkEntry, string>();
  await context.each('actual time', work.filter(isActualTime), async (entry) => {
    const { id } = await context.send<{ id: string }>('POST', '/v1/actual-time', {
      project_offering_id: context.ids.of('offering', entry.offering),
      person_id: context.ids.of('person', entry.person),
      recorded_date: entry.date,
      hours: entry.hours,
      billable: entry.billable,
      description: entry.description,
    });
    actualTimeIds.set(entry, id);
  });
  const entries = work.flatMap((entry) =>
    entry.approval === null
      ? []
      : [timesheetEntry(entry, entry.approval, actualTimeIds.get(entry) ?? null, context)],
  );
  for (let from = 0; from < entries.length; from += entriesAtATime) {
    await take(entries.slice(from, from + entriesAtATime));
  }
}

function timesheetEntry(
  { offering, person, date, hours, billable, description }: WorkEntry,
  { status, submittedAt, decidedAt, decidedBy }: Approval,
  actualTimeId: string | null,
  { ids }: PushContext,
): TimesheetEntry {
  return {
    project_id: ids.of('project of offering', offering),
    project_offering_id: ids.of('offering', offering),
    project_offering_role_id: ids.of('offering role', roleKey(offering, person)),
    person_id: ids.of('person', person),
    recorded_date: date,
    hours,
    billable,
    description,
    approval_status: status,
    submitted_date: submittedAt,
    decided_date: decidedAt,
    decided_by: decidedBy === null ? null : ids.of('person', decidedBy),
    actual_time_id: actualTimeId,
  };
}
