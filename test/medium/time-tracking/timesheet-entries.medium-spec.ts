import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProjectOfferingRoleService } from '../../../src/contexts/delivery/offering-roles/project-offering-role.service.js';
import { ProjectMergeService } from '../../../src/contexts/delivery/project-merge/project-merge.service.js';
import { ActualTimeRecordingService } from '../../../src/contexts/time-tracking/actual-time/actual-time-recording.service.js';
import { TimesheetEntryIntake, type NewTimesheetEntry } from '../../../src/contexts/time-tracking/index.js';
import { TimesheetEntryService } from '../../../src/contexts/time-tracking/timesheet-entries/timesheet-entry.service.js';
import { newId } from '../../../src/platform/values/index.js';
import { anActualTime, aTimesheetEntry } from '../../factories/time-tracking.factory.js';
import { createPlanning, type Planning } from '../../support/application/planning.js';
import { outcomesOf, raceBehind } from '../../support/application/race.js';
import { shareTestModule } from '../../support/application/shared-application.js';
import type { TestModule } from '../../support/application/test-application.js';

describe('timesheet entries', () => {
  let application: TestModule;
  let organizationId: string;
  let planning: Planning;
  let roles: ProjectOfferingRoleService;
  let time: Place;
  let other: Place;

  beforeAll(async () => {
    application = await shareTestModule();
    organizationId = application.organizationId;
    planning = await createPlanning(application);
    roles = application.get(ProjectOfferingRoleService);
    time = await aPlace();
    other = await aPlace();
  });
  afterAll(() => application.close());

  /** What an entry needs: a person, and a role without anybody on an offering of a project of its own. */
  const aPlace = async () => {
    const project_id = await planning.newProject();
    const project_offering_id = await planning.newOffering({}, project_id);
    const { id: project_offering_role_id } = await planning.newRole(project_offering_id, {}, project_id);
    return {
      project_id,
      project_offering_id,
      project_offering_role_id,
      person_id: await planning.newPerson(),
    };
  };
  type Place = Awaited<ReturnType<typeof aPlace>>;

  const take = (...entries: NewTimesheetEntry[]) =>
    application.get(TimesheetEntryIntake).take(organizationId, entries);
  const all = (query: { project_offering_id?: string; recorded_date?: string } = {}) =>
    application
      .get(TimesheetEntryService)
      .list(organizationId, { ...query, start_date: '1900-01-01' }, { page: 1, pageSize: 500 });
  const removeRoleOf = ({ project_id, project_offering_id, project_offering_role_id }: Place) =>
    roles.remove(
      organizationId,
      { projectId: project_id, projectOfferingId: project_offering_id },
      project_offering_role_id,
    );
  const mergeAway = ({ project_id }: Place, targetId: string) =>
    application.get(ProjectMergeService).merge(organizationId, targetId, project_id);

  it.each<[string, () => Partial<NewTimesheetEntry>]>([
    ['an offering of another project', () => ({ project_id: other.project_id })],
    ['a role on another offering', () => ({ project_offering_role_id: other.project_offering_role_id })],
    ['a person that nobody knows', () => ({ person_id: newId() })],
    ['a decision of nobody', () => ({ decided_by: newId() })],
    ['actual time that there is not', () => ({ actual_time_id: newId() })],
  ])('with %s are not taken, nor those with them: timesheet_entry.does_not_fit', async (_what, members) => {
    const before = (await all()).rows;
    const entries = [aTimesheetEntry(time), aTimesheetEntry(time, members())];
    expect(await outcomesOf(1, () => take(...entries))).toEqual({ 'timesheet_entry.does_not_fit': 1 });
    expect((await all()).rows).toEqual(before);
  });

  it('become each an actual time of their own, else timesheet_entry.actual_time_taken', async () => {
    const { id } = await application
      .get(ActualTimeRecordingService)
      .create(organizationId, anActualTime(time.project_offering_id, time.person_id));
    const entry = aTimesheetEntry(time, { actual_time_id: id });
    expect(await outcomesOf(2, () => take(entry))).toEqual({ ok: 1, 'timesheet_entry.actual_time_taken': 1 });
  });

  it('come in thousands at once, or not at all', async () => {
    const place = await aPlace();
    const entries = Array.from({ length: 5000 }, () => aTimesheetEntry(place));
    expect(new Set(await take(...entries)).size).toBe(5000);
    expect(await take()).toEqual([]);
    expect((await all({ project_offering_id: place.project_offering_id })).total).toBe(5000);
  });

  it('that are being taken keep their role: project_offering_role.has_timesheet_entries', async () => {
    const place = await aPlace();
    const race = await raceBehind(
      application,
      () => take(aTimesheetEntry(place)),
      () => removeRoleOf(place),
    );
    expect(race).toEqual({ waited: true, outcome: 'project_offering_role.has_timesheet_entries' });
  });

  it('are not taken for a role that is being deleted: timesheet_entry.does_not_fit', async () => {
    const place = await aPlace();
    const race = await raceBehind(
      application,
      () => removeRoleOf(place),
      () => take(aTimesheetEntry(place)),
    );
    expect(race).toEqual({ waited: true, outcome: 'timesheet_entry.does_not_fit' });
  });

  it('that are being taken follow their offering when their project is merged away', async () => {
    const [place, target] = [await aPlace(), await planning.newProject()];
    const race = await raceBehind(
      application,
      () => take(aTimesheetEntry(place)),
      () => mergeAway(place, target),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    const { rows } = await all({ project_offering_id: place.project_offering_id });
    expect(rows.map(({ project_id }) => project_id)).toEqual([target]);
  });

  it('are not taken for a project that is being merged away: timesheet_entry.does_not_fit', async () => {
    const [place, target] = [await aPlace(), await planning.newProject()];
    const race = await raceBehind(
      application,
      () => mergeAway(place, target),
      () => take(aTimesheetEntry(place)),
    );
    expect(race).toEqual({ waited: true, outcome: 'timesheet_entry.does_not_fit' });
    expect((await all({ project_offering_id: place.project_offering_id })).total).toBe(0);
  });
});
