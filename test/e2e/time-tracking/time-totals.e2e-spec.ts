import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ActualTimeRecordingService } from '../../../src/contexts/time-tracking/actual-time/actual-time-recording.service.js';
import { TimesheetEntryIntake } from '../../../src/contexts/time-tracking/index.js';
import { addDays, weekdayOf } from '../../../src/platform/values/index.js';
import { Random } from '../../../src/seed/world/random.js';
import { anInternalProject } from '../../factories/delivery.factory.js';
import { aDepartment, aRole } from '../../factories/people.factory.js';
import { aClient } from '../../factories/sales.factory.js';
import { anActualTime, aTimesheetEntry } from '../../factories/time-tracking.factory.js';
import { createPlanning, type Planning } from '../../support/application/planning.js';
import { faults, refusal, UNUSED_ID } from '../../support/requests/refusals.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

const FIRST_DAY = '2025-12-15';
const DAYS = 45;
const statuses = ['draft', 'submitted', 'approved', 'rejected'] as const;
const groupings = ['person', 'client', 'project', 'offering', 'role', 'billable', 'day', 'week', 'month'];

/** What was recorded, with everything that it can be found and added up by. */
interface Recorded {
  readonly id: string;
  readonly hundredths: number;
  readonly offeringRole: string;
  readonly of: Record<string, string | boolean | null>;
}

const members: Readonly<Record<string, string>> = {
  person: 'person_id',
  client: 'client_id',
  project: 'project_id',
  offering: 'project_offering_id',
  role: 'role_id',
};
const memberOf = (grouping: string) => members[grouping] ?? grouping;

/** Of the Thursday, which is in the year that its week counts in. */
function isoWeek(day: string): string {
  const thursday = addDays(day, 4 - weekdayOf(day));
  const year = thursday.slice(0, 4);
  const days = (Date.parse(thursday) - Date.parse(`${year}-01-01`)) / 86_400_000;
  return `${year}-W${String(Math.floor(days / 7) + 1).padStart(2, '0')}`;
}

const inOrder = (a: unknown, b: unknown): number => {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return (a as string) < (b as string) ? -1 : 1;
};

/** In whole hundredths of an hour, so that nothing is rounded. */
function expectedTotals(rows: readonly Recorded[], by: readonly string[]) {
  const sums = new Map<string, { values: unknown[]; hundredths: number; count: number }>();
  for (const { of, hundredths } of rows) {
    const values = by.map((grouping) => of[memberOf(grouping)]);
    const sum = sums.get(JSON.stringify(values)) ?? { values, hundredths: 0, count: 0 };
    sums.set(JSON.stringify(values), {
      values,
      hundredths: sum.hundredths + hundredths,
      count: sum.count + 1,
    });
  }
  const sorted = [...sums.values()].sort(
    (a, b) => inOrder(a.values[0], b.values[0]) || inOrder(a.values[1], b.values[1]),
  );
  return {
    hours: rows.reduce((sum, { hundredths }) => sum + hundredths, 0) / 100,
    count: rows.length,
    groups:
      by.length === 0
        ? []
        : sorted.map(({ values, hundredths, count }) => ({
            ...Object.fromEntries(by.map((grouping, place) => [memberOf(grouping), values[place]])),
            hours: hundredths / 100,
            count,
          })),
  };
}

describe('totals and filters of recorded time', () => {
  const random = new Random(20_261_125);
  let application: TestApplication;
  let planning: Planning;
  const world: Record<string, Recorded[]> = { 'actual-time': [], 'timesheet-entries': [] };
  const departmentOf = new Map<string, string>();
  let offerings: { id: string; project: string; client: string | null }[];
  let people: { id: string; role: string }[];

  beforeAll(async () => {
    application = await shareTestApplication();
    planning = await createPlanning(application);
    const { api } = application;
    for (let index = 0; index < 4; index += 1) {
      if (index % 2 === 0) departmentOf.set('', (await api.create('/v1/departments', aDepartment())).id);
      const department = departmentOf.get('') ?? '';
      departmentOf.set((await api.create('/v1/roles', aRole(department))).id, department);
    }
    departmentOf.delete('');
    const other = (await api.create('/v1/clients', aClient())).id;
    offerings = [];
    for (const client of [planning.clientId, planning.clientId, other, null]) {
      const project = await (client === null
        ? api.create('/v1/projects', anInternalProject()).then(({ id }) => id)
        : planning.newProject({ client_id: client }));
      const model = client === null ? { billing_model: 'investment' } : {};
      for (let index = 0; index < 2; index += 1)
        offerings.push({ id: await planning.newOffering(model, project), project, client });
    }
    people = [];
    for (let index = 0; index < 5; index += 1) {
      const role = random.pick([...departmentOf.keys()]);
      people.push({ id: await planning.newPerson({ role_id: role }), role });
    }
    await recordWorld();
  });
  afterAll(() => application.close());

  async function recordWorld(): Promise<void> {
    const { organizationId } = application;
    const recording = application.get(ActualTimeRecordingService);
    const roleOn = new Map<string, string>();
    for (let index = 0; index < 150; index += 1) {
      const { id: offering, project, client } = random.pick(offerings);
      const person = random.pick(people);
      const pair = `${offering} ${person.id}`;
      if (!roleOn.has(pair)) {
        const role = random.chance(50) ? random.pick([...departmentOf.keys()]) : person.role;
        const assignment = { type: 'person', id: person.id };
        if (role !== person.role) await planning.newRole(offering, { role_id: role, assignment }, project);
        roleOn.set(pair, role);
      }
      const recorded_date = addDays(FIRST_DAY, random.between(0, DAYS - 1));
      const billable = random.chance(60);
      const hundredths = random.between(1, 2400);
      const shared = { recorded_date, billable, hours: hundredths / 100 };
      const time = await recording.create(organizationId, anActualTime(offering, person.id, shared));
      const approval_status = random.pick(statuses);
      const entry = aTimesheetEntry(time, { ...shared, approval_status });
      const [entryId] = await application.get(TimesheetEntryIntake).take(organizationId, [entry]);
      const role = roleOn.get(pair) ?? '';
      const row = { hundredths, offeringRole: time.project_offering_role_id };
      const of = {
        person_id: person.id,
        client_id: client,
        project_id: project,
        project_offering_id: offering,
        role_id: role,
        department_id: departmentOf.get(role) ?? '',
        billable,
        day: recorded_date,
        week: isoWeek(recorded_date),
        month: recorded_date.slice(0, 7),
      };
      world['actual-time']?.push({ ...row, id: time.id, of });
      world['timesheet-entries']?.push({ ...row, id: entryId ?? '', of: { ...of, approval_status } });
    }
  }

  /** Some filters, and what they leave. */
  function someFilters(list: string): { query: URLSearchParams; rows: Recorded[] } {
    const query = new URLSearchParams();
    let rows = world[list] ?? [];
    const example = random.pick(rows);
    for (const member of [
      ...['person_id', 'client_id', 'project_id', 'project_offering_id', 'role_id', 'department_id'],
      ...['billable', 'approval_status'],
    ]) {
      const value = example.of[member];
      if (value === undefined || value === null || !random.chance(20)) continue;
      query.set(member, String(value));
      rows = rows.filter(({ of }) => of[member] === value);
    }
    if (random.chance(40)) {
      const first = addDays(FIRST_DAY, random.between(0, DAYS));
      query.set('start_date', first);
      rows = rows.filter(({ of }) => String(of.day) >= first);
    }
    if (random.chance(40)) {
      const last = addDays(query.get('start_date') ?? FIRST_DAY, random.between(0, DAYS));
      query.set('end_date', last);
      rows = rows.filter(({ of }) => String(of.day) <= last);
    }
    return { query, rows };
  }

  async function expectAsCounted(list: string): Promise<void> {
    const { query, rows } = someFilters(list);
    const by = random.shuffled(groupings).slice(0, random.between(0, 2));
    const totals = new URLSearchParams(query);
    if (random.chance(50)) for (const grouping of by) totals.append('group_by', grouping);
    else if (by.length > 0) totals.set('group_by', by.join());
    const { status, body } = await application.api.get(`/v1/${list}/totals?${totals.toString()}`);
    expect({ list, totals: String(totals), status, body }).toEqual({
      list,
      totals: String(totals),
      status: 200,
      body: expectedTotals(rows, by),
    });
    if (!query.has('start_date')) query.set('start_date', '1900-01-01');
    const page = await application.api.get<{ total: number; results: { id: string }[] }>(
      `/v1/${list}?${query.toString()}`,
    );
    const listed = page.body.results.map(({ id }) => id).sort();
    expect({ list, query: String(query), total: page.body.total, listed }).toEqual({
      list,
      query: String(query),
      total: rows.length,
      listed: rows.map(({ id }) => id).sort(),
    });
  }

  it('are exactly what adding up everything by hand gives, whatever is filtered and grouped', async () => {
    for (let index = 0; index < 60; index += 1) {
      await expectAsCounted(index % 2 ? 'actual-time' : 'timesheet-entries');
    }
  });

  it('follow the offering role to another role', async () => {
    const moved = random.pick(world['actual-time'] ?? []);
    const role = [...departmentOf.keys()].find((id) => id !== moved.of.role_id) ?? '';
    const { project_id, project_offering_id } = moved.of;
    const path = `/v1/projects/${project_id}/offerings/${project_offering_id}/roles/${moved.offeringRole}`;
    expect((await application.api.patch(path, { role_id: role })).status).toBe(200);
    for (const { offeringRole, of } of Object.values(world).flat()) {
      if (offeringRole !== moved.offeringRole) continue;
      of.role_id = role;
      of.department_id = departmentOf.get(role) ?? '';
    }
    for (let index = 0; index < 20; index += 1) {
      await expectAsCounted(index % 2 ? 'actual-time' : 'timesheet-entries');
    }
  });

  it.each(['actual-time', 'timesheet-entries'])('of %s are 0 where nothing matches', async (list) => {
    const none = { hours: 0, count: 0, groups: [] };
    for (const query of ['', '&group_by=month', '&group_by=role,week'])
      expect((await application.api.get(`/v1/${list}/totals?client_id=${UNUSED_ID}${query}`)).body).toEqual(
        none,
      );
    const { api } = await application.organization('Without time');
    expect((await api.get(`/v1/${list}/totals?group_by=day`)).body).toEqual(none);
  });

  it('name what they do not take: 400', async () => {
    const of = (query: string) => faults(application, 'GET', `/v1/actual-time/totals?${query}`);
    expect(await of('group_by=day,week,month')).toEqual([400, ['group_by']]);
    expect(await of('group_by=year&page=1&approval_status=draft')).toEqual([
      400,
      ['approval_status', 'group_by', 'page'],
    ]);
    expect(await of('start_date=2026-01-02&end_date=2026-01-01')).toEqual([400, ['end_date']]);
    expect(await of('role_id=1')).toEqual([400, ['role_id']]);
  });

  it('have at most 10,000 groups: 422 time_totals.too_many_groups', async () => {
    const [first] = world['actual-time'] ?? [];
    await application.database.query(
      `INSERT INTO actual_time (organization_id, id, project_id, project_offering_id, project_offering_role_id,
         person_id, recorded_date, hours, billable)
       SELECT organization_id, gen_random_uuid(), project_id, project_offering_id, project_offering_role_id, person_id,
         date '1950-01-01' + n, 0.01, true
       FROM actual_time, generate_series(1, 10001) n WHERE id = $1`,
      [first?.id],
    );
    const of = (query: string) => `/v1/actual-time/totals?end_date=1990-01-01&group_by=${query}`;
    for (const by of ['day', 'day,person'])
      expect(await refusal(application, 'GET', of(by))).toEqual([422, 'time_totals.too_many_groups']);
    const { body } = await application.api.get<{ groups: unknown[]; hours: number; count: number }>(
      `${of('day')}&start_date=1950-01-03`,
    );
    expect([body.groups.length, body.hours, body.count]).toEqual([10_000, 100, 10_000]);
    expect((await application.api.get<{ groups: unknown[] }>(of('week'))).body.groups).toHaveLength(1429);
  });
});
