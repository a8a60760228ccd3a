import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aDepartment, aPerson, aRole, usd } from '../../factories/people.factory.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { faults, refusal, UNUSED_ID } from '../../support/requests/refusals.js';
import { SettableClock } from '../../support/application/settable-clock.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication, TestOrganization } from '../../support/application/test-application.js';

describe('cost rates', () => {
  const clock = new SettableClock('2026-11-21T23:30:00Z');
  let application: TestApplication;
  let reader: TestOrganization;

  beforeAll(async () => {
    application = await shareTestApplication(clock);
    reader = await application.organization('Test organization', 'people:write');
  });
  afterAll(() => application.close());

  const create = (members: object) => application.api.create('/v1/people', aPerson({ ...members }));
  const patch = (id: string, members: object) => application.api.patch(`/v1/people/${id}`, members);
  const rateOn = async (day: string, id: string) => {
    clock.instant = `${day}T12:00:00Z`;
    const { body } = await application.api.get(`/v1/people/${id}`);
    clock.instant = '2026-11-21T23:30:00Z';
    return [body.cost_rate, body.cost_rate_effective_date];
  };
  const pathOf = (id: string) => `/v1/people/${id}/cost-rates`;
  const ratesOf = async (id: string) => (await application.api.get(pathOf(id))).body.results;
  const remove = (id: string, day: string) => application.api.delete(`${pathOf(id)}/${day}`);
  const lastChange = async (id: string) =>
    (await eventsAbout(application, id)).at(-1)?.Payload.ModifiedProperties;

  it('of a new person count for all time, unless a day is given', async () => {
    const always = await create({ cost_rate: usd(0.0001) });
    expect([always.cost_rate, always.cost_rate_effective_date]).toEqual([usd(0.0001), '1900-01-01']);
    const later = await create({ cost_rate: usd(50), cost_rate_effective_date: '2026-12-01' });
    expect([later.cost_rate, later.cost_rate_effective_date]).toEqual([null, null]);
    expect(await rateOn('2026-12-01', later.id)).toEqual([usd(50), '2026-12-01']);
  });

  it('are exact to fifteen digits', async () => {
    expect((await create({ cost_rate: usd(99_999_999_999.9999) })).cost_rate).toEqual(
      usd(99_999_999_999.9999),
    );
  });

  it('change from today on, where the organization is, and earlier days keep theirs', async () => {
    await application.api.patch('/v1/organization', { time_zone: 'Europe/Vienna' });
    const person = await create({ cost_rate: usd(50) });
    const { body } = await patch(person.id, { cost_rate: usd(60) });
    expect([body.cost_rate, body.cost_rate_effective_date]).toEqual([usd(60), '2026-11-22']);
    expect(await rateOn('2026-11-21', person.id)).toEqual([usd(50), '1900-01-01']);
    expect(await lastChange(person.id)).toEqual(['cost_rate', 'cost_rate_effective_date']);
    await application.api.patch('/v1/organization', { time_zone: 'UTC' });
  });

  it('are replaced when they are set for the same day again, and cleared by null', async () => {
    const person = await create({ cost_rate: usd(50) });
    await patch(person.id, { cost_rate: usd(60), cost_rate_effective_date: '2026-11-01' });
    const replaced = await patch(person.id, { cost_rate: usd(65), cost_rate_effective_date: '2026-11-01' });
    expect(replaced.body.cost_rate).toEqual(usd(65));
    expect(await lastChange(person.id)).toEqual(['cost_rate']);
    const cleared = await patch(person.id, { cost_rate: null });
    expect([cleared.body.cost_rate, cleared.body.cost_rate_effective_date]).toEqual([null, null]);
    expect(await rateOn('2026-11-20', person.id)).toEqual([usd(65), '2026-11-01']);
  });

  it('keep a rate of a later day that is the same as the one before, which may change: what an hour costs then', async () => {
    for (const rate of [usd(10), null]) {
      const person = await create({ cost_rate: rate });
      for (const [cost_rate, cost_rate_effective_date] of [
        [rate, '2026-12-21'],
        [usd(20), '2026-12-01'],
      ]) {
        const answer = await patch(person.id, { cost_rate, cost_rate_effective_date });
        expect(answer.status).toBe(200);
        expect(await lastChange(person.id)).toEqual(['cost_rate', 'cost_rate_effective_date']);
      }
      expect(await rateOn('2026-11-30', person.id)).toEqual([rate, rate && '1900-01-01']);
      expect(await rateOn('2026-12-20', person.id)).toEqual([usd(20), '2026-12-01']);
      expect(await rateOn('2026-12-31', person.id)).toEqual([rate, rate && '2026-12-21']);
      expect(await ratesOf(person.id)).toEqual([
        ...(rate ? [{ effective_date: '1900-01-01', cost_rate: rate }] : []),
        { effective_date: '2026-12-01', cost_rate: usd(20) },
        { effective_date: '2026-12-21', cost_rate: rate },
      ]);
    }
  });

  it('can be scheduled, which is a change that is told of, though the rate of today stays', async () => {
    const person = await create({ cost_rate: usd(50) });
    const { body } = await patch(person.id, { cost_rate: usd(70), cost_rate_effective_date: '2027-01-01' });
    expect(body.cost_rate).toEqual(usd(50));
    expect(String(body.modified_date) > String(person.modified_date)).toBe(true);
    expect(await lastChange(person.id)).toEqual(['cost_rate', 'cost_rate_effective_date']);
    expect(await rateOn('2027-01-01', person.id)).toEqual([usd(70), '2027-01-01']);
  });

  it('do not change when the rate in force is sent without a day, or that of a day with it', async () => {
    const person = await create({ cost_rate: usd(50) });
    for (const day of [{}, { cost_rate_effective_date: '1900-01-01' }]) {
      expect((await patch(person.id, { cost_rate: usd(50), ...day })).body).toEqual(person);
    }
    expect(await eventsAbout(application, person.id)).toHaveLength(1);
  });

  it('tell of the day that is shown where a rate of the same day takes the place of none', async () => {
    const person = await create({ cost_rate: usd(50), cost_rate_effective_date: '2026-11-01' });
    const day = { cost_rate_effective_date: '2026-11-01' };
    expect((await patch(person.id, { cost_rate: null, ...day })).body.cost_rate_effective_date).toBeNull();
    expect(await lastChange(person.id)).toEqual(['cost_rate', 'cost_rate_effective_date']);
    await patch(person.id, { cost_rate: usd(60), ...day });
    expect(await lastChange(person.id)).toEqual(['cost_rate', 'cost_rate_effective_date']);
  });

  it('are listed in the order of their days, page by page, also those of people who are archived', async () => {
    const person = await create({});
    expect(await ratesOf(person.id)).toEqual([]);
    for (const [amount, cost_rate_effective_date] of [
      [70, '2027-01-01'],
      [60, '2026-11-01'],
      [80, '9999-12-31'],
    ] as const) {
      await patch(person.id, { cost_rate: usd(amount), cost_rate_effective_date });
    }
    await patch(person.id, { is_archived: true });
    const first = await application.api.get(`${pathOf(person.id)}?pageSize=2`);
    expect(first.body).toEqual({
      count: 2,
      total: 3,
      page: 1,
      total_pages: 2,
      page_size: 2,
      results: [
        { effective_date: '2026-11-01', cost_rate: usd(60) },
        { effective_date: '2027-01-01', cost_rate: usd(70) },
      ],
    });
    const second = await application.api.get(`${pathOf(person.id)}?pageSize=2&page=2`);
    expect(second.body.results).toEqual([{ effective_date: '9999-12-31', cost_rate: usd(80) }]);
  });

  it('are deleted one by one, whichever it is, and the one before counts again', async () => {
    const person = await create({ cost_rate: usd(50) });
    await patch(person.id, { cost_rate: usd(60), cost_rate_effective_date: '2026-11-01' });
    await patch(person.id, { is_archived: true });
    const before = (await application.api.get(`/v1/people/${person.id}`)).body;
    expect((await remove(person.id, '2026-11-01')).status).toBe(204);
    const after = (await application.api.get(`/v1/people/${person.id}`)).body;
    expect([after.cost_rate, after.cost_rate_effective_date]).toEqual([usd(50), '1900-01-01']);
    expect(String(after.modified_date) > String(before.modified_date)).toBe(true);
    const told = (await eventsAbout(application, person.id)).at(-1);
    expect([told?.Topic, told?.Payload]).toEqual([
      'person.modified',
      { Id: person.id, ModifiedProperties: ['cost_rate', 'cost_rate_effective_date'] },
    ]);
    expect((await remove(person.id, '1900-01-01')).status).toBe(204);
    expect(await ratesOf(person.id)).toEqual([]);
    expect(await rateOn('2026-11-21', person.id)).toEqual([null, null]);
  });

  it('that are not there cannot be deleted: 404 cost_rate.not_found, of nobody 404 person.not_found', async () => {
    const { id, modified_date } = await create({ cost_rate: usd(50) });
    const refused = async (path: string, method = 'DELETE') => refusal(application, method, path);
    // In force, but set for another day.
    expect(await refused(`${pathOf(id)}/2026-11-21`)).toEqual([404, 'cost_rate.not_found']);
    expect(await refused(`${pathOf(UNUSED_ID)}/2026-11-21`)).toEqual([404, 'person.not_found']);
    expect(await refused(pathOf(UNUSED_ID), 'GET')).toEqual([404, 'person.not_found']);
    const other = await application.organization('Other organization');
    expect((await other.api.get(pathOf(id))).body.code).toBe('person.not_found');
    expect((await other.api.delete(`${pathOf(id)}/1900-01-01`)).body.code).toBe('person.not_found');
    expect((await application.api.get(`/v1/people/${id}`)).body.modified_date).toBe(modified_date);
    expect(await eventsAbout(application, id)).toHaveLength(1);
  });

  it('are named by a calendar day, else 400', async () => {
    const { id } = await create({ cost_rate: usd(50) });
    for (const day of ['2026-02-29', '1899-12-31', '2026-1-1', 'today', '2026-11-21T00:00:00Z']) {
      expect(await faults(application, 'DELETE', `${pathOf(id)}/${day}`)).toEqual([400, ['effective_date']]);
    }
    expect(await faults(application, 'DELETE', '/v1/people/1/cost-rates/2026-11-21')).toEqual([400, ['id']]);
    expect(await faults(application, 'GET', `${pathOf(id)}?terms=x`)).toEqual([400, ['terms']]);
  });

  it('are read with rates:read alone and deleted with rates:write alone, which show nothing else of people', async () => {
    const { id } = await create({ cost_rate: usd(50) });
    const as = (...scopes: string[]) => application.organization('Test organization', ...scopes);
    const [reads, writes] = [await as('rates:read'), await as('rates:write')];
    expect((await reads.api.get(pathOf(id))).body.total).toBe(1);
    expect((await reads.api.delete(`${pathOf(id)}/1900-01-01`)).status).toBe(403);
    for (const { api } of [reads, writes]) {
      expect((await api.get(`/v1/people/${id}`)).status).toBe(403);
      expect((await api.get('/v1/people')).status).toBe(403);
      expect((await api.patch(`/v1/people/${id}`, { cost_rate: usd(1) })).status).toBe(403);
    }
    const people = await as('people:write');
    expect((await people.api.get(pathOf(id))).body.code).toBe('token.scope_missing');
    expect((await people.api.delete(`${pathOf(id)}/1900-01-01`)).status).toBe(403);
    expect((await writes.api.get(pathOf(id))).body.total).toBe(1);
    expect((await writes.api.delete(`${pathOf(id)}/1900-01-01`)).status).toBe(204);
  });

  it('are refused with 400 when only the day is sent', async () => {
    const { status, body } = await application.api.post(
      '/v1/people',
      aPerson({ cost_rate_effective_date: '2027-01-01' }),
    );
    expect([status, Object.keys(body.errors as object)]).toEqual([400, ['cost_rate_effective_date']]);
    const person = await create({});
    expect((await patch(person.id, { cost_rate_effective_date: '2027-01-01' })).status).toBe(400);
  });

  it('are hidden from a token without rates:read', async () => {
    const department = await application.api.create('/v1/departments', aDepartment());
    const role = await application.api.create(
      '/v1/roles',
      aRole(department.id, { default_cost_rate: usd(40) }),
    );
    const person = await create({ cost_rate: usd(50), role_id: role.id });
    const { cost_rate: _rate, cost_rate_effective_date: _since, ...visible } = person;
    const { default_cost_rate: _default, ...visibleRole } = role;
    expect((await reader.api.get(`/v1/people/${person.id}`)).body).toEqual(visible);
    expect((await reader.api.get(`/v1/people?role_id=${role.id}`)).body.results).toEqual([visible]);
    expect((await reader.api.get(`/v1/roles/${role.id}`)).body).toEqual(visibleRole);
    expect((await reader.api.get(`/v1/roles?department_id=${department.id}`)).body.results).toEqual([
      visibleRole,
    ]);
    const granted = await application.organization('Test organization', 'people:read', 'rates:read');
    expect((await granted.api.get(`/v1/people/${person.id}`)).body).toEqual(person);
    const patched = await reader.api.patch(`/v1/people/${person.id}`, { given_name: 'Ada' });
    expect(Object.keys(patched.body)).toEqual(Object.keys(visible));
  });

  it('are set with the scope rates:write only: 403 person.cost_rate_forbidden, role.cost_rate_forbidden', async () => {
    const department = await reader.api.create('/v1/departments', aDepartment());
    const role = await reader.api.create('/v1/roles', aRole(department.id));
    const person = await reader.api.create('/v1/people', aPerson());
    for (const rate of [usd(1), null]) {
      const refused = [
        await reader.api.post('/v1/people', aPerson({ cost_rate: rate })),
        await reader.api.patch(`/v1/people/${person.id}`, { cost_rate: rate }),
      ];
      for (const { status, body } of refused)
        expect([status, body.code]).toEqual([403, 'person.cost_rate_forbidden']);
      const refusedRoles = [
        await reader.api.post('/v1/roles', aRole(department.id, { default_cost_rate: rate })),
        await reader.api.patch(`/v1/roles/${role.id}`, { default_cost_rate: rate }),
      ];
      for (const { status, body } of refusedRoles)
        expect([status, body.code]).toEqual([403, 'role.cost_rate_forbidden']);
    }
    const writer = await application.organization('Test organization', 'people:write', 'rates:write');
    expect((await writer.api.patch(`/v1/people/${person.id}`, { cost_rate: usd(1) })).body.cost_rate).toEqual(
      usd(1),
    );
  });
});
