import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TimesheetEntryIntake, type NewTimesheetEntry } from '../../../src/contexts/time-tracking/index.js';
import { anActualTime, aTimesheetEntry } from '../../factories/time-tracking.factory.js';
import { createPlanning } from '../../support/application/planning.js';
import { faults, refusal } from '../../support/requests/refusals.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

interface TimeAnswer extends Record<string, unknown> {
  id: string;
  project_id: string;
  project_offering_id: string;
  project_offering_role_id: string;
  person_id: string;
}

describe('timesheet entries', () => {
  let application: TestApplication;
  let time: TimeAnswer;
  let decider: string;

  beforeAll(async () => {
    application = await shareTestApplication();
    const planning = await createPlanning(application);
    time = await application.api.create<TimeAnswer>(
      '/v1/actual-time',
      anActualTime(await planning.newOffering(), await planning.newPerson()),
    );
    decider = await planning.newPerson();
  });
  afterAll(() => application.close());

  const take = (...entries: NewTimesheetEntry[]) =>
    application.get(TimesheetEntryIntake).take(application.organizationId, entries);
  const found = async (query: string) =>
    (await application.api.get<{ results: TimeAnswer[] }>(`/v1/timesheet-entries?${query}`)).body.results;
  const all = () => found('start_date=1900-01-01');

  it('are read with their approval, as the timesheet service has them', async () => {
    const decided = aTimesheetEntry(time, {
      recorded_date: '2024-02-29',
      hours: 0.1,
      billable: false,
      description: 'Workshop "A", {b}, \\ and NULL',
      approval_status: 'approved',
      submitted_date: '2024-03-01T06:30:00.000Z',
      decided_date: '2024-03-02T06:30:00.125Z',
      decided_by: decider,
      actual_time_id: time.id,
    });
    const plain = aTimesheetEntry(time, { recorded_date: '2024-02-29' });
    const ids = await take(decided, plain);
    expect(await found('start_date=2024-02-29&end_date=2024-02-29')).toEqual(
      [decided, plain].map((entry, index) => ({
        id: ids[index],
        crm_identifiers: [],
        ...entry,
        created_date: expect.any(String),
        modified_date: expect.any(String),
      })),
    );
  });

  it('are found by their approval status, one or several', async () => {
    const statuses = ['draft', 'submitted', 'approved', 'rejected'] as const;
    const recorded_date = '2024-01-01';
    const ids = await take(
      ...statuses.map((approval_status) => aTimesheetEntry(time, { recorded_date, approval_status })),
    );
    const day = `start_date=${recorded_date}&end_date=${recorded_date}`;
    const idsOf = async (query: string) => (await found(`${day}&${query}`)).map(({ id }) => id);
    for (const [index, status] of statuses.entries()) {
      expect(await idsOf(`approval_status=${status}`)).toEqual([ids[index]]);
    }
    expect(await idsOf('approval_status=draft&approval_status=rejected')).toEqual([ids[0], ids[3]]);
    expect(await faults(application, 'GET', '/v1/timesheet-entries?approval_status=lost')).toEqual([
      400,
      ['approval_status'],
    ]);
  });

  it('cannot be written over the API: 405 request.method_not_allowed, 404 request.unknown_path', async () => {
    expect(await refusal(application, 'POST', '/v1/timesheet-entries', aTimesheetEntry(time))).toEqual([
      405,
      'request.method_not_allowed',
    ]);
    const [id] = await take(aTimesheetEntry(time));
    expect(await refusal(application, 'GET', `/v1/timesheet-entries/${id}`)).toEqual([
      404,
      'request.unknown_path',
    ]);
  });

  it('stay when the actual time that they became is deleted', async () => {
    const made = await application.api.create<TimeAnswer>(
      '/v1/actual-time',
      anActualTime(time.project_offering_id, time.person_id),
    );
    const [id] = await take(aTimesheetEntry(time, { actual_time_id: made.id }));
    await application.api.delete(`/v1/actual-time/${made.id}`);
    const entry = (await all()).find((each) => each.id === id);
    expect(entry).toMatchObject({ actual_time_id: null });
    expect(entry?.modified_date).not.toBe(entry?.created_date);
  });
});
