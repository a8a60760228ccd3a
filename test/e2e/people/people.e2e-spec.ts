import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aDepartment, aPerson, aRole } from '../../factories/people.factory.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { refusal, UNUSED_ID } from '../../support/requests/refusals.js';
import { SettableClock } from '../../support/application/settable-clock.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

interface PersonAnswer extends Record<string, unknown> {
  id: string;
  role_id: string;
  is_archived: boolean;
  modified_date: string;
}

describe('people', () => {
  let application: TestApplication;
  let departmentId: string;
  let engineer: string;
  let architect: string;
  let old: string;

  beforeAll(async () => {
    application = await shareTestApplication(new SettableClock('2026-11-21T12:00:00Z'));
    const { api } = application;
    departmentId = (await api.create('/v1/departments', aDepartment())).id;
    engineer = (await api.create('/v1/roles', aRole(departmentId))).id;
    architect = (await api.create('/v1/roles', aRole(departmentId))).id;
    old = (await api.create('/v1/roles', aRole(departmentId, { name: 'Old role' }))).id;
    for (const name of ['Key account', 'remote', 'Old tag']) await api.create('/v1/tags', { name });
  });
  afterAll(() => application.close());

  const create = (members: object = {}) =>
    application.api.create<PersonAnswer>('/v1/people', aPerson({ ...members }));
  const patch = (id: string, members: object) =>
    application.api.patch<PersonAnswer>(`/v1/people/${id}`, members);
  const found = async (query: string) =>
    (await application.api.get<{ results: PersonAnswer[] }>(`/v1/people?${query}`)).body.results.map(
      ({ id }) => id,
    );

  it('need an e-mail address only, and get the role Unassigned', async () => {
    const { status, headers, body } = await application.api.post('/v1/people', {
      email_address: ' Ada@Example.com ',
    });
    expect([status, headers.get('location')]).toEqual([201, `/v1/people/${String(body.id)}`]);
    const role = await application.api.get(`/v1/roles/${String(body.role_id)}`);
    expect(role.body.name).toBe('Unassigned');
    expect(body).toMatchObject({
      given_name: null,
      family_name: null,
      email_address: 'Ada@Example.com',
      department_id: role.body.department_id,
      additional_role_ids: [],
      capacity: null,
      billable_utilization_target: null,
      cost_rate: null,
      cost_rate_effective_date: null,
      billing_type: 'billable',
      is_billable: true,
      worker_type: 'full_time',
      start_date: null,
      termination_date: null,
      tags: [],
      image_url: null,
      is_archived: false,
      archived_on: null,
    });
    expect((await application.api.get(`/v1/people/${String(body.id)}`)).body).toEqual(body);
  });

  it('take every change, tell which members it was of, and do not move when nothing changes', async () => {
    const person = await create();
    const members = {
      given_name: 'Ada',
      family_name: 'Lovelace',
      email_address: 'ada.lovelace@example.com',
      role_id: engineer,
      additional_role_ids: [architect],
      capacity: 0.8,
      billable_utilization_target: 0.75,
      billing_type: 'non_billable',
      worker_type: 'contractor',
      start_date: '2026-01-01',
      termination_date: '2027-06-30',
      tags: ['REMOTE', 'Key account'],
      image_url: 'https://example.com/ada.png',
    };
    const { body } = await patch(person.id, members);
    expect(body).toEqual({
      ...person,
      ...members,
      tags: ['Key account', 'remote'],
      department_id: departmentId,
      is_billable: false,
      modified_date: body.modified_date,
    });
    expect(body.modified_date > person.modified_date).toBe(true);
    expect((await patch(person.id, members)).body).toEqual(body);
    const events = await eventsAbout(application, person.id);
    expect(events.map(({ Topic }) => Topic)).toEqual(['person.created', 'person.modified']);
    expect(new Set(events[1]?.Payload.ModifiedProperties as string[])).toEqual(new Set(Object.keys(members)));
  });

  it('lose what is set to null or to an empty list', async () => {
    const person = await create({
      given_name: 'Ada',
      role_id: engineer,
      capacity: 1,
      tags: ['remote'],
      start_date: '2026-01-01',
    });
    const { body } = await patch(person.id, {
      given_name: null,
      role_id: null,
      capacity: null,
      tags: [],
      start_date: null,
    });
    expect(body).toMatchObject({ given_name: null, capacity: null, tags: [], start_date: null });
    expect((await application.api.get(`/v1/roles/${body.role_id}`)).body.name).toBe('Unassigned');
    const { status, body: refused } = await application.api.patch(`/v1/people/${person.id}`, {
      tags: null,
      email_address: null,
    });
    expect([status, Object.keys(refused.errors as object).sort()]).toEqual([400, ['email_address', 'tags']]);
  });

  it('have an e-mail address of their own among those not archived, else 409 person.email_in_use', async () => {
    const first = await create({ email_address: 'grace@example.com' });
    expect(await refusal(application, 'POST', '/v1/people', { email_address: 'GRACE@example.com' })).toEqual([
      409,
      'person.email_in_use',
    ]);
    await patch(first.id, { is_archived: true });
    await create({ email_address: 'Grace@example.com' });
    expect(await refusal(application, 'PATCH', `/v1/people/${first.id}`, { is_archived: false })).toEqual([
      409,
      'person.email_in_use',
    ]);
  });

  it('are given roles in use only: 422 role.not_usable, but keep those that are archived later', async () => {
    const person = await create({ role_id: engineer, additional_role_ids: [old] });
    await application.api.patch(`/v1/roles/${old}`, { is_archived: true });
    for (const id of [old, UNUSED_ID]) {
      const alone = await application.api.post('/v1/people', aPerson({ role_id: id }));
      expect([alone.status, alone.body.code]).toEqual([422, 'role.not_usable']);
      expect(alone.body.detail).toMatch(/^role_id: /);
      const listed = await application.api.post(
        '/v1/people',
        aPerson({ additional_role_ids: [engineer, id] }),
      );
      expect([listed.status, listed.body.code]).toEqual([422, 'role.not_usable']);
      expect(listed.body.detail).toMatch(/^additional_role_ids: /);
    }
    const kept = await patch(person.id, { additional_role_ids: [architect, old] });
    expect(kept.body.additional_role_ids).toEqual([architect, old]);
  });

  it('have each role once: 400 for a list with doubles, 422 person.role_listed_twice for the main role in it', async () => {
    const doubled = await application.api.post(
      '/v1/people',
      aPerson({ additional_role_ids: [engineer, engineer] }),
    );
    expect([doubled.status, Object.keys(doubled.body.errors as object)]).toEqual([
      400,
      ['additional_role_ids[1]'],
    ]);
    const person = await create({ role_id: engineer, additional_role_ids: [architect] });
    expect(await refusal(application, 'PATCH', `/v1/people/${person.id}`, { role_id: architect })).toEqual([
      422,
      'person.role_listed_twice',
    ]);
    const swapped = await patch(person.id, { role_id: architect, additional_role_ids: [engineer] });
    expect(swapped.body).toMatchObject({ role_id: architect, additional_role_ids: [engineer] });
  });

  it('carry tags that exist (422 tag.not_usable), and keep these from being deleted (409 tag.in_use)', async () => {
    expect(await refusal(application, 'POST', '/v1/people', aPerson({ tags: ['Unheard'] }))).toEqual([
      422,
      'tag.not_usable',
    ]);
    const tag = await application.api.create('/v1/tags', { name: 'Worn' });
    const person = await create({ tags: ['worn'] });
    expect(person.tags).toEqual(['Worn']);
    expect(await refusal(application, 'DELETE', `/v1/tags/${tag.id}`)).toEqual([409, 'tag.in_use']);
    await patch(person.id, { tags: [] });
    expect((await application.api.delete(`/v1/tags/${tag.id}`)).status).toBe(204);
  });

  it('do not leave before they come: 400 that names the day that was sent', async () => {
    const both = await application.api.post(
      '/v1/people',
      aPerson({ start_date: '2027-01-02', termination_date: '2027-01-01' }),
    );
    expect([both.status, Object.keys(both.body.errors as object)]).toEqual([400, ['termination_date']]);
    const person = await create({ start_date: '2027-01-01', termination_date: '2027-01-01' });
    const later = await application.api.patch(`/v1/people/${person.id}`, { start_date: '2027-01-02' });
    expect([later.status, Object.keys(later.body.errors as object)]).toEqual([400, ['start_date']]);
  });

  it('are archived in the write that lets their last day lie in the past, and in no other', async () => {
    const today = await create({ termination_date: '2026-11-21' });
    expect(today.is_archived).toBe(false);
    const left = (await patch(today.id, { termination_date: '2026-11-20' })).body;
    expect(left).toMatchObject({ is_archived: true, archived_on: '2026-11-21' });
    const events = await eventsAbout(application, left.id);
    expect(events.at(-1)?.Payload.ModifiedProperties).toEqual([
      'termination_date',
      'is_archived',
      'archived_on',
    ]);
    expect((await create({ termination_date: '2026-11-20' })).is_archived).toBe(true);
  });

  it('come back only with another last day: 409 person.is_terminated', async () => {
    const person = await create({ termination_date: '2026-11-20' });
    expect(await refusal(application, 'PATCH', `/v1/people/${person.id}`, { is_archived: false })).toEqual([
      409,
      'person.is_terminated',
    ]);
    const back = await patch(person.id, { is_archived: false, termination_date: '2026-11-21' });
    expect(back.body).toMatchObject({
      is_archived: false,
      archived_on: null,
      termination_date: '2026-11-21',
    });
  });

  it('are found by each filter and by all of them together', async () => {
    const role = (await application.api.create('/v1/roles', aRole(departmentId))).id;
    const one = await create({
      given_name: 'Zoë',
      family_name: 'Quartz',
      role_id: role,
      tags: ['remote', 'Key account'],
    });
    const two = await create({
      given_name: 'Zoë',
      additional_role_ids: [role],
      tags: ['remote'],
      worker_type: 'part_time',
    });
    const three = await create({
      email_address: 'quartz_x@example.com',
      role_id: role,
      billing_type: 'non_billable',
    });
    await patch(three.id, { is_archived: true });
    const expected = {
      'terms=ZOË': [one.id, two.id],
      'terms=quartz': [one.id, three.id],
      'terms=quartz%20zo%C3%AB': [one.id],
      'terms=quartz_': [three.id],
      [`role_id=${role}`]: [one.id, two.id, three.id],
      [`role_id=${role}&department_id=${departmentId}`]: [one.id, three.id],
      [`role_id=${role}&worker_type=part_time`]: [two.id],
      [`role_id=${role}&billing_type=non_billable`]: [three.id],
      [`role_id=${role}&is_archived=false`]: [one.id, two.id],
      [`role_id=${role}&tags=REMOTE`]: [one.id, two.id],
      [`role_id=${role}&tags=remote&tags=key%20account`]: [one.id],
      'tags=Unheard': [],
    };
    for (const [query, ids] of Object.entries(expected))
      expect([query, await found(query)]).toEqual([query, ids]);
    expect((await application.api.get('/v1/people?worker_type=temp')).status).toBe(400);
  });

  it('are 404 person.not_found when there is none', async () => {
    expect(await refusal(application, 'GET', `/v1/people/${UNUSED_ID}`)).toEqual([404, 'person.not_found']);
    expect(await refusal(application, 'PATCH', `/v1/people/${UNUSED_ID}`, {})).toEqual([
      404,
      'person.not_found',
    ]);
  });
});
