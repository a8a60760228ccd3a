import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aDepartment, aRate, aRateCard, aRole, usd } from '../../factories/people.factory.js';
import { refusal, UNUSED_ID } from '../../support/requests/refusals.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

interface Listed {
  id: string;
  is_default: boolean;
  modified_date: string;
}

let application: TestApplication;

beforeAll(async () => {
  application = await shareTestApplication();
});
afterAll(() => application.close());

const list = async (path: string) => (await application.api.get<{ results: Listed[] }>(path)).body.results;

describe('rate cards', () => {
  const create = (members: object = {}) =>
    application.api.create<Listed & Record<string, unknown>>('/v1/rate-cards', aRateCard({ ...members }));

  it('get the currency of the organization unless they say another, and keep it: 409 rate_card.currency_is_fixed', async () => {
    await application.api.patch('/v1/organization', { currency_code: 'EUR' });
    const card = await create();
    expect(card).toMatchObject({ currency_code: 'EUR', is_default: false, is_archived: false });
    await application.api.patch('/v1/organization', { currency_code: 'USD' });
    expect(await create({ currency_code: 'CHF' })).toMatchObject({ currency_code: 'CHF' });
    const path = `/v1/rate-cards/${card.id}`;
    expect((await application.api.get(path)).body).toEqual(card);
    expect(await refusal(application, 'PATCH', path, { currency_code: 'USD' })).toEqual([
      409,
      'rate_card.currency_is_fixed',
    ]);
    expect((await application.api.patch(path, { currency_code: 'EUR' })).body).toEqual(card);
  });

  it('have a name of their own among those not archived, else 409 rate_card.name_in_use', async () => {
    const first = await create({ name: 'Standard' });
    expect(await refusal(application, 'POST', '/v1/rate-cards', { name: 'STANDARD ' })).toEqual([
      409,
      'rate_card.name_in_use',
    ]);
    await application.api.patch(`/v1/rate-cards/${first.id}`, { is_archived: true });
    const second = await create({ name: 'standard' });
    const path = `/v1/rate-cards/${second.id}`;
    expect((await application.api.patch(path, { name: 'Standard 2027' })).body.name).toBe('Standard 2027');
    expect((await list('/v1/rate-cards?terms=standard&is_archived=true')).map(({ id }) => id)).toEqual([
      first.id,
    ]);
  });

  it('hand the default on, and the one that loses it is modified', async () => {
    const first = await create({ is_default: true });
    const second = await create({ is_default: true });
    const after = (await application.api.get<Listed>(`/v1/rate-cards/${first.id}`)).body;
    expect(after.is_default).toBe(false);
    expect(after.modified_date > first.modified_date).toBe(true);
    await application.api.patch(`/v1/rate-cards/${first.id}`, { is_default: true });
    expect((await list('/v1/rate-cards')).filter(({ is_default }) => is_default).map(({ id }) => id)).toEqual(
      [first.id],
    );
    const still = (await application.api.patch<Listed>(`/v1/rate-cards/${second.id}`, { is_default: false }))
      .body;
    expect(still.is_default).toBe(false);
  });

  it('cannot be archived and the default at once: 409 rate_card.default_is_archived', async () => {
    const card = await create({ is_default: true });
    const path = `/v1/rate-cards/${card.id}`;
    expect(await refusal(application, 'PATCH', path, { is_archived: true })).toEqual([
      409,
      'rate_card.default_is_archived',
    ]);
    const archived = await application.api.patch(path, { is_archived: true, is_default: false });
    expect(archived.body).toMatchObject({ is_archived: true, is_default: false });
    expect(await refusal(application, 'PATCH', path, { is_default: true })).toEqual([
      409,
      'rate_card.default_is_archived',
    ]);
  });

  it('are 404 rate_card.not_found when there is none, also for a list of rates', async () => {
    const paths = [`/v1/rate-cards/${UNUSED_ID}`, `/v1/rate-cards/${UNUSED_ID}/rates`];
    for (const path of paths)
      expect(await refusal(application, 'GET', path)).toEqual([404, 'rate_card.not_found']);
  });
});

describe('the rates of a card', () => {
  let rates: string;
  let cardId: string;
  let departmentId: string;
  let roleId: string;

  beforeAll(async () => {
    const { api } = application;
    departmentId = (await api.create('/v1/departments', aDepartment())).id;
    roleId = (await api.create('/v1/roles', aRole(departmentId, { name: 'Solution architect' }))).id;
  });
  beforeEach(async () => {
    cardId = (await application.api.create('/v1/rate-cards', aRateCard())).id;
    rates = `/v1/rate-cards/${cardId}/rates`;
  });

  const anotherRole = async () => (await application.api.create('/v1/roles', aRole(departmentId))).id;

  it('are created, changed, found by role and by its name, and deleted: 404 rate_card_rate.not_found', async () => {
    const created = await application.api.post(rates, aRate(roleId, { bill_rate: usd(180.0001) }));
    const path = `${rates}/${String(created.body.id)}`;
    expect([created.status, created.headers.get('location')]).toEqual([201, path]);
    expect(created.body).toMatchObject({ rate_card_id: cardId, role_id: roleId, bill_rate: usd(180.0001) });
    expect((await application.api.get(path)).body).toEqual(created.body);
    await application.api.create(rates, aRate(await anotherRole()));
    for (const query of [`role_id=${roleId}`, 'terms=ARCHITECT%20solu']) {
      expect(await list(`${rates}?${query}`)).toEqual([created.body]);
    }
    const changed = await application.api.patch(path, { bill_rate: usd(200) });
    expect(changed.body).toEqual({
      ...created.body,
      bill_rate: usd(200),
      modified_date: changed.body.modified_date,
    });
    expect((await application.api.patch(path, { bill_rate: usd(200) })).body).toEqual(changed.body);
    expect((await application.api.delete(path)).status).toBe(204);
    expect(await refusal(application, 'GET', path)).toEqual([404, 'rate_card_rate.not_found']);
  });

  it('are not found under another card: 404 rate_card_rate.not_found', async () => {
    const rate = await application.api.create(rates, aRate(roleId));
    const other = await application.api.create('/v1/rate-cards', aRateCard());
    for (const [method, body] of [['GET'], ['PATCH', { bill_rate: usd(1) }], ['DELETE']] as const) {
      const path = `/v1/rate-cards/${other.id}/rates/${rate.id}`;
      expect(await refusal(application, method, path, body)).toEqual([404, 'rate_card_rate.not_found']);
    }
    expect(await list(rates)).toEqual([rate]);
  });

  it('are one for each role: 409 rate_card_rate.role_has_rate', async () => {
    await application.api.create(rates, aRate(roleId));
    expect(await refusal(application, 'POST', rates, aRate(roleId))).toEqual([
      409,
      'rate_card_rate.role_has_rate',
    ]);
    const second = await application.api.create(rates, aRate(await anotherRole()));
    const moved = await refusal(application, 'PATCH', `${rates}/${second.id}`, { role_id: roleId });
    expect(moved).toEqual([409, 'rate_card_rate.role_has_rate']);
    const free = await anotherRole();
    expect((await application.api.patch(`${rates}/${second.id}`, { role_id: free })).body.role_id).toBe(free);
  });

  it('are in the currency of the card: 422 rate_card_rate.currency_differs', async () => {
    const euro = { currency_code: 'EUR', amount: 1 };
    const refused = [422, 'rate_card_rate.currency_differs'];
    expect(await refusal(application, 'POST', rates, aRate(roleId, { bill_rate: euro }))).toEqual(refused);
    const rate = await application.api.create(rates, aRate(roleId));
    expect(await refusal(application, 'PATCH', `${rates}/${rate.id}`, { bill_rate: euro })).toEqual(refused);
  });

  it('are of roles in use: 422 role.not_usable', async () => {
    const archived = await anotherRole();
    await application.api.patch(`/v1/roles/${archived}`, { is_archived: true });
    const rate = await application.api.create(rates, aRate(roleId));
    for (const id of [archived, UNUSED_ID]) {
      expect(await refusal(application, 'POST', rates, aRate(id))).toEqual([422, 'role.not_usable']);
      expect(await refusal(application, 'PATCH', `${rates}/${rate.id}`, { role_id: id })).toEqual([
        422,
        'role.not_usable',
      ]);
    }
  });

  it('cannot be added to an archived card: 422 rate_card.not_usable, but corrected there', async () => {
    const rate = await application.api.create(rates, aRate(roleId));
    await application.api.patch(`/v1/rate-cards/${cardId}`, { is_archived: true });
    expect(await refusal(application, 'POST', rates, aRate(await anotherRole()))).toEqual([
      422,
      'rate_card.not_usable',
    ]);
    expect((await application.api.patch(`${rates}/${rate.id}`, { bill_rate: usd(1) })).status).toBe(200);
  });

  it('need the scopes of rates: 403 token.scope_missing', async () => {
    const { api } = await application.organization('Test organization', 'people:write', 'rates:read');
    expect((await api.get(rates)).status).toBe(200);
    const { status, body } = await api.post(rates, aRate(roleId));
    expect([status, body.code]).toEqual([403, 'token.scope_missing']);
  });
});
