import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { plannedDays } from '../../factories/delivery.factory.js';
import { createPlanning, type Planning } from '../../support/application/planning.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { faults, UNUSED_ID } from '../../support/requests/refusals.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

type Days = ReturnType<typeof plannedDays>;

let application: TestApplication;
let planning: Planning;
let offeringId: string;

beforeAll(async () => {
  application = await shareTestApplication();
  planning = await createPlanning(application);
  offeringId = await planning.newOffering();
});
afterAll(() => application.close());

const pathOf = (roleId: string, offering = offeringId, project = planning.projectId) =>
  `/v1/projects/${project}/offerings/${offering}/roles/${roleId}/planned-time`;
const newPlan = async () => pathOf((await planning.newRole(offeringId)).id);
const apply = async (path: string, days: Days) => {
  const { status, body } = await application.api.post<Days>(path, days);
  expect(status).toBe(200);
  return body;
};
const list = async (path: string, query = '') =>
  (await application.api.get<{ total: number; results: Days }>(`${path}?${query}`)).body;

describe('applying planned time', () => {
  it('sets the days that are sent, clears those with 0 hours, and leaves the others', async () => {
    const path = await newPlan();
    expect(await apply(path, plannedDays('2027-01-04', 8, 7.25, 0, 24))).toEqual([
      ...plannedDays('2027-01-04', 8, 7.25),
      ...plannedDays('2027-01-07', 24),
    ]);
    expect(await apply(path, plannedDays('2027-01-05', 0, 0.01).reverse())).toEqual(
      plannedDays('2027-01-06', 0.01),
    );
    expect((await list(path)).results).toEqual([
      ...plannedDays('2027-01-04', 8),
      ...plannedDays('2027-01-06', 0.01),
      ...plannedDays('2027-01-07', 24),
    ]);
  });

  it('answers in the order of the days, whatever the order that they were sent in', async () => {
    const days = plannedDays('2027-01-04', 1, 2, 3);
    expect(await apply(await newPlan(), [...days].reverse())).toEqual(days);
  });

  it('tells of the days that really changed, and of nothing when none did', async () => {
    const { id, modified_date } = await planning.newRole(offeringId);
    const path = pathOf(id);
    await apply(path, plannedDays('2027-01-03', 0, 8, 8, 8));
    await apply(path, plannedDays('2027-01-04', 8, 4, 8, 0));
    await apply(path, plannedDays('2027-01-04', 8, 4));
    await apply(path, plannedDays('2027-01-06', 0));
    const events = (await eventsAbout(application, id)).slice(1);
    expect(events.map(({ Topic }) => Topic)).toEqual(
      Array(3).fill('projectofferingroleplannedtime.modified'),
    );
    const parents = { Id: id, ProjectId: planning.projectId, ProjectOfferingId: offeringId };
    expect(events.map(({ Payload }) => Payload)).toEqual([
      { ...parents, StartDate: '2027-01-04', EndDate: '2027-01-06' },
      { ...parents, StartDate: '2027-01-05', EndDate: '2027-01-05' },
      { ...parents, StartDate: '2027-01-06', EndDate: '2027-01-06' },
    ]);
    const role = await application.api.get(path.replace('/planned-time', ''));
    expect(role.body).toMatchObject({ modified_date, scheduled_hours: 12 });
  });

  it('takes a hundred days and no more, at least one, and only a list: 400', async () => {
    const path = await newPlan();
    const hundred = plannedDays('2027-01-04', ...Array<number>(100).fill(8));
    expect(await apply(path, hundred)).toEqual(hundred);
    for (const body of [
      plannedDays('2027-01-04', ...Array<number>(101).fill(8)),
      [],
      {},
      hundred[0],
      'x',
      null,
    ]) {
      expect(await faults(application, 'POST', path, body)).toEqual([400, ['body']]);
    }
    expect((await list(path)).total).toBe(100);
  });

  it('refuses all of it, each fault by its place, when one day is wrong: 400', async () => {
    const path = await newPlan();
    const day = (plan_date: unknown, hours: unknown) => ({ plan_date, hours });
    const body = [
      day('2027-01-04', 8),
      day('2027-01-05', 8.001),
      day('2027-02-30', -1),
      day('2027-01-06', 24.01),
      { plan_date: '2027-01-07' },
      { ...day('2027-01-08', 8), role_id: UNUSED_ID },
      day('2027-01-09', '8'),
      day('2027-01-10', null),
    ];
    expect(await faults(application, 'POST', path, body)).toEqual([
      400,
      [
        '[1].hours',
        '[2].hours',
        '[2].plan_date',
        '[3].hours',
        '[4].hours',
        '[5].role_id',
        '[6].hours',
        '[7].hours',
      ],
    ]);
    expect((await list(path)).total).toBe(0);
  });

  it('refuses the same day twice, also when one of them clears it: 400', async () => {
    const path = await newPlan();
    const twice = [...plannedDays('2027-01-04', 8, 8), ...plannedDays('2027-01-04', 0)];
    expect(await faults(application, 'POST', path, twice)).toEqual([400, ['[2]']]);
    expect((await list(path)).total).toBe(0);
  });
});

describe('the planned time of a role', () => {
  it('is listed by day, in pages, and between two days that both count', async () => {
    const path = await newPlan();
    const days = plannedDays('2027-01-04', 1, 2, 3, 4, 5);
    await apply(path, [...days].reverse());
    expect(await list(path)).toMatchObject({ total: 5, results: days });
    expect(await list(path, 'page=2&pageSize=2')).toMatchObject({ total: 5, results: days.slice(2, 4) });
    expect((await list(path, 'start_date=2027-01-06')).results).toEqual(days.slice(2));
    expect((await list(path, 'end_date=2027-01-05')).results).toEqual(days.slice(0, 2));
    expect((await list(path, 'start_date=2027-01-05&end_date=2027-01-05')).results).toEqual(days.slice(1, 2));
    expect(await list(path, 'start_date=2030-01-01')).toMatchObject({ total: 0, results: [] });
  });

  it('is asked for with days in their order: 400', async () => {
    const path = await newPlan();
    const reversed = `${path}?start_date=2027-01-05&end_date=2027-01-04`;
    expect(await faults(application, 'GET', reversed)).toEqual([400, ['end_date']]);
    expect(await faults(application, 'GET', `${path}?start_date=2027-1-5&date=x`)).toEqual([
      400,
      ['date', 'start_date'],
    ]);
  });

  it('is found below its own role, offering and project only: 404 project_offering_role.not_found', async () => {
    const { id } = await planning.newRole(offeringId);
    await apply(pathOf(id), plannedDays('2027-01-04', 8));
    const elsewhere = [
      pathOf(UNUSED_ID),
      pathOf(id, await planning.newOffering()),
      pathOf(id, offeringId, await planning.newProject()),
    ];
    for (const path of elsewhere) {
      for (const [method, body] of [['GET'], ['POST', plannedDays('2027-01-04', 4)]] as const) {
        const { status, body: answer } = await application.api.send(method, path, body);
        expect([status, answer.code]).toEqual([404, 'project_offering_role.not_found']);
      }
    }
    expect((await list(pathOf(id))).results).toEqual(plannedDays('2027-01-04', 8));
  });
});
