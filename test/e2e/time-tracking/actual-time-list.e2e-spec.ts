import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Big from 'big.js';
import { TimesheetEntryIntake } from '../../../src/contexts/time-tracking/index.js';
import { addDays } from '../../../src/platform/values/index.js';
import { anActualTime, aTimesheetEntry } from '../../factories/time-tracking.factory.js';
import { createPlanning } from '../../support/application/planning.js';
import { faults } from '../../support/requests/refusals.js';
import { SettableClock } from '../../support/application/settable-clock.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

interface TimeAnswer extends Record<string, unknown> {
  id: string;
  project_id: string;
  project_offering_id: string;
  project_offering_role_id: string;
  person_id: string;
  recorded_date: string;
  hours: number;
}

type TimePage = { total: number; total_pages: number; results: TimeAnswer[] };

const lists = ['/v1/actual-time', '/v1/timesheet-entries'] as const;

describe('the lists of recorded time', () => {
  const clock = new SettableClock('2026-11-21T11:00:00Z');
  let application: TestApplication;
  let projects: string[];
  let offerings: string[];
  let people: string[];

  beforeAll(async () => {
    application = await shareTestApplication(clock);
    const planning = await createPlanning(application);
    projects = [];
    offerings = [];
    people = [];
    for (let index = 0; index < 2; index += 1) {
      const project = await planning.newProject();
      projects.push(project);
      offerings.push(await planning.newOffering({}, project));
      people.push(await planning.newPerson());
    }
  });
  afterAll(() => application.close());

  /** Time and a timesheet entry of the same day. */
  const record = async (recorded_date: string, members: object = {}) => {
    const body = anActualTime(offerings[0] ?? '', people[0] ?? '', { recorded_date, ...members });
    const time = await application.api.create<TimeAnswer>('/v1/actual-time', body);
    await application
      .get(TimesheetEntryIntake)
      .take(application.organizationId, [
        aTimesheetEntry(time, { recorded_date, billable: time.billable === true, actual_time_id: time.id }),
      ]);
    return time;
  };
  const found = async (list: string, query = '') =>
    (await application.api.get<TimePage>(`${list}?${query}`)).body.results;
  const daysOf = async (list: string, query = '') =>
    (await found(list, query)).map(({ recorded_date }) => recorded_date);
  const faultsOf = (list: string, query: string) => faults(application, 'GET', `${list}?${query}`);

  describe.each([
    ['Pacific/Kiritimati', '2026-11-22'],
    ['UTC', '2026-11-21'],
    ['Etc/GMT+12', '2026-11-20'],
  ])('without dates in %s, where it is %s', (time_zone, today) => {
    beforeAll(async () => {
      await application.database.query('TRUNCATE actual_time, timesheet_entries CASCADE');
      await application.api.patch('/v1/organization', { time_zone });
      for (const days of [1, 0, -8, -7]) await record(addDays(today, days));
    });

    it.each(lists)('hold what is from 7 days ago through today: %s', async (list) => {
      expect(await daysOf(list)).toEqual([addDays(today, -7), today]);
    });

    it.each(lists)('apply every other filter within these days: %s', async (list) => {
      expect(await daysOf(list, `person_id=${people[0]}&billable=true`)).toEqual([addDays(today, -7), today]);
      expect(await daysOf(list, `person_id=${people[1]}`)).toEqual([]);
    });
  });

  describe('with dates', () => {
    const days = ['2020-02-28', '2020-02-29', '2020-03-01'];

    beforeAll(async () => {
      await application.database.query('TRUNCATE actual_time, timesheet_entries CASCADE');
      for (const day of days) await record(day);
      await record('2030-01-01', {
        project_offering_id: offerings[1],
        person_id: people[1],
        billable: false,
      });
    });

    it.each(lists)('include both of them, and are open where there is one: %s', async (list) => {
      expect(await daysOf(list, 'start_date=2020-02-29&end_date=2020-02-29')).toEqual(['2020-02-29']);
      expect(await daysOf(list, 'start_date=2020-02-28&end_date=2020-02-29')).toEqual(days.slice(0, 2));
      expect(await daysOf(list, 'start_date=2020-03-01')).toEqual(['2020-03-01', '2030-01-01']);
      expect(await daysOf(list, 'end_date=2020-02-29')).toEqual(days.slice(0, 2));
    });

    it.each(lists)('refuse an end before the start, and days that are none: 400 (%s)', async (list) => {
      expect(await faultsOf(list, 'start_date=2020-03-01&end_date=2020-02-29')).toEqual([400, ['end_date']]);
      expect(await faultsOf(list, 'start_date=2021-02-29')).toEqual([400, ['start_date']]);
      expect(await faultsOf(list, 'end_date=today')).toEqual([400, ['end_date']]);
      expect(await faultsOf(list, 'end_date=2020-01-01&end_date=2020-01-02')).toEqual([400, ['end_date']]);
      expect(await faultsOf(list, 'terms=x')).toEqual([400, ['terms']]);
    });

    it.each(lists)('narrow by project, offering, person and billable: %s', async (list) => {
      const all = 'start_date=2000-01-01';
      for (const [name, ids] of [
        ['project_id', projects],
        ['project_offering_id', offerings],
        ['person_id', people],
      ] as const) {
        expect(await daysOf(list, `${all}&${name}=${ids[0]}`)).toEqual(days);
        expect(await daysOf(list, `${all}&${name}=${ids[1]}`)).toEqual(['2030-01-01']);
      }
      expect(await daysOf(list, `${all}&billable=true`)).toEqual(days);
      expect(await daysOf(list, `${all}&billable=false`)).toEqual(['2030-01-01']);
      expect(await daysOf(list, `${all}&project_id=${projects[0]}&person_id=${people[1]}`)).toEqual([]);
    });

    it.each(lists)(
      'are in the order of the days, then of creation, and so are their pages: %s',
      async (list) => {
        for (const day of ['2019-01-02', '2019-01-01', '2019-01-02']) await record(day);
        const all = await found(list, 'end_date=2019-12-31');
        expect(all.map(({ recorded_date, id }) => recorded_date + id)).toEqual(
          all.map(({ recorded_date, id }) => recorded_date + id).sort(),
        );
        const pages = await Promise.all(
          all.map((_, index) => found(list, `end_date=2019-12-31&pageSize=1&page=${index + 1}`)),
        );
        expect(pages.flat()).toEqual(all);
        expect(await found(list, `end_date=2019-12-31&pageSize=1&page=${all.length + 1}`)).toEqual([]);
      },
    );
  });

  it.each([
    ['actual_time', '/v1/actual-time'],
    ['timesheet_entries', '/v1/timesheet-entries'],
  ])('hold ten thousand tenths of an hour of %s as exactly 1000', async (table, list) => {
    await application.database.query('TRUNCATE actual_time, timesheet_entries CASCADE');
    const { project_offering_role_id } = await record('2000-01-01');
    const ofTimesheet = table === 'timesheet_entries';
    await application.database.query(
      `INSERT INTO ${table} (organization_id, id, project_id, project_offering_id, project_offering_role_id,
         person_id, recorded_date, hours, billable${ofTimesheet ? ', approval_status' : ''})
       SELECT $1, gen_random_uuid(), $2, $3, $4, $5, '2026-01-01'::date + n % 30, 0.1,
         true${ofTimesheet ? `, 'draft'` : ''}
       FROM generate_series(1, 10000) AS n`,
      [application.organizationId, projects[0], offerings[0], project_offering_role_id, people[0]],
    );
    let sum = new Big(0);
    const ids = new Set<string>();
    for (let page = 1; page <= 20; page += 1) {
      const { body } = await application.api.get<TimePage>(
        `${list}?start_date=2026-01-01&end_date=2026-01-31&page=${page}`,
      );
      expect([body.total, body.total_pages]).toEqual([10_000, 20]);
      for (const { id, hours } of body.results) {
        ids.add(id);
        sum = sum.plus(hours);
      }
    }
    expect([sum.toString(), ids.size]).toEqual(['1000', 10_000]);
  });
});
