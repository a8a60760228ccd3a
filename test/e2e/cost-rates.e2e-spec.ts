import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aDepartment, aPerson, aRole, usd } from '../factories/people.factory.js';
import { eventsAbout } from '../support/published-events.js';
import { SettableClock } from '../support/settable-clock.js';
import {
  createTestApplication,
  type TestApplication,
  type TestOrganization,
} from '../support/test-application.js';

describe('cost rates', () => {
  const clock = new SettableClock('2026-11-21T23:30:00Z');
  let application: TestApplication;
  let reader: TestOrganization;

  beforeAll(async () => {
    application = await createTestApplication({ clock });
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
    expect(await lastChange(person.id)).toEqual(['cost_rate']);
    await application.api.patch('/v1/organization', { time_zone: 'UTC' });
  });

  it('are replaced when they are set for the same day again, and cleared by null', async () => {
    const person = await create({ cost_rate: usd(50) });
    await patch(person.id, { cost_rate: usd(60), cost_rate_effective_date: '2026-11-01' });
    const replaced = await patch(person.id, { cost_rate: usd(65), cost_rate_effective_date: '2026-11-01' });
    expect(replaced.body.cost_rate).toEqual(usd(65));
    const cleared = await patch(person.id, { cost_rate: null });
    expect([cleared.body.cost_rate, cleared.body.cost_rate_effective_date]).toEqual([null, null]);
    expect(await rateOn('2026-11-20', person.id)).toEqual([usd(65), '2026-11-01']);
  });

  it('can be scheduled, which is a change that is told of, though the rate of today stays', async () => {
    const person = await create({ cost_rate: usd(50) });
    const { body } = await patch(person.id, { cost_rate: usd(70), cost_rate_effective_date: '2027-01-01' });
    expect(body.cost_rate).toEqual(usd(50));
    expect(String(body.modified_date) > String(person.modified_date)).toBe(true);
    expect(await lastChange(person.id)).toEqual(['cost_rate']);
    expect(await rateOn('2027-01-01', person.id)).toEqual([usd(70), '2027-01-01']);
  });

  it('do not change when the rate of the day is the same already', async () => {
    const person = await create({ cost_rate: usd(50) });
    expect((await patch(person.id, { cost_rate: usd(50) })).body).toEqual(person);
    expect(await eventsAbout(application, person.id)).toHaveLength(1);
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
