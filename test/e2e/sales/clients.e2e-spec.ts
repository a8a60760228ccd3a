import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPerson } from '../../factories/people.factory.js';
import { aClient, anIdentifier } from '../../factories/sales.factory.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { faults, refusal, UNUSED_ID } from '../../support/requests/refusals.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

interface ClientAnswer extends Record<string, unknown> {
  id: string;
  name: string;
  modified_date: string;
}

describe('clients', () => {
  let application: TestApplication;

  beforeAll(async () => {
    application = await shareTestApplication();
  });
  afterAll(() => application.close());

  const create = (members: object = {}) =>
    application.api.create<ClientAnswer>('/v1/clients', aClient({ ...members }));
  const patch = (id: string, members: object) =>
    application.api.patch<ClientAnswer>(`/v1/clients/${id}`, members);
  const found = async (query: string) =>
    (await application.api.get<{ results: ClientAnswer[] }>(`/v1/clients?${query}`)).body.results.map(
      ({ id }) => id,
    );

  it('need a name only, are created where Location says, and tell of it', async () => {
    const { status, headers, body } = await application.api.post<ClientAnswer>('/v1/clients', {
      name: ' Acme  Ltd ',
    });
    expect([status, headers.get('location')]).toEqual([201, `/v1/clients/${body.id}`]);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Acme  Ltd',
      account_manager_id: null,
      crm_identifiers: [],
      is_archived: false,
      created_date: body.modified_date,
      modified_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect((await application.api.get(`/v1/clients/${body.id}`)).body).toEqual(body);
    expect((await eventsAbout(application, body.id)).map(({ Topic }) => Topic)).toEqual(['client.created']);
    expect(await faults(application, 'POST', '/v1/clients', {})).toEqual([400, ['name']]);
  });

  it('that do not exist are refused with 404 client.not_found', async () => {
    expect(await refusal(application, 'GET', `/v1/clients/${UNUSED_ID}`)).toEqual([404, 'client.not_found']);
    expect(await refusal(application, 'PATCH', `/v1/clients/${UNUSED_ID}`, { name: 'x' })).toEqual([
      404,
      'client.not_found',
    ]);
  });

  it('have a name of their own among those not archived, else 409 client.name_in_use', async () => {
    const first = await create({ name: 'Contoso' });
    const inUse = [409, 'client.name_in_use'];
    expect(await refusal(application, 'POST', '/v1/clients', { name: ' cONTOSO ' })).toEqual(inUse);
    await patch(first.id, { is_archived: true });
    const second = await create({ name: 'CONTOSO' });
    expect(await refusal(application, 'PATCH', `/v1/clients/${first.id}`, { is_archived: false })).toEqual(
      inUse,
    );
    const third = await create();
    expect(await refusal(application, 'PATCH', `/v1/clients/${third.id}`, { name: 'contoso' })).toEqual(
      inUse,
    );
    expect((await patch(second.id, { name: 'contoso' })).body.name).toBe('contoso');
  });

  it('change by the members that are sent, and tell of those that really changed', async () => {
    const { id: manager } = await application.api.create('/v1/people', aPerson());
    const client = await create({ account_manager_id: manager });
    const same = await patch(client.id, {
      name: client.name,
      account_manager_id: manager,
      crm_identifiers: [],
    });
    expect(same.body).toEqual(client);
    const identifiers = [anIdentifier()];
    const changed = await patch(client.id, {
      name: 'Changed',
      account_manager_id: null,
      crm_identifiers: identifiers,
    });
    expect(changed.body).toEqual({
      ...client,
      name: 'Changed',
      account_manager_id: null,
      crm_identifiers: identifiers,
      modified_date: expect.any(String),
    });
    const [, modified] = await eventsAbout(application, client.id);
    expect(modified).toMatchObject({
      Topic: 'client.modified',
      Payload: { ModifiedProperties: ['name', 'account_manager_id', 'crm_identifiers'] },
    });
    expect(await eventsAbout(application, client.id)).toHaveLength(2);
    expect(
      await faults(application, 'PATCH', `/v1/clients/${client.id}`, { name: null, crm_identifiers: null }),
    ).toEqual([400, ['crm_identifiers', 'name']]);
  });

  it('have an account manager who is there and not archived, else 422 person.not_usable', async () => {
    const { id: manager } = await application.api.create('/v1/people', aPerson());
    const client = await create({ account_manager_id: manager });
    await application.api.patch(`/v1/people/${manager}`, { is_archived: true });
    for (const account_manager_id of [manager, UNUSED_ID]) {
      const { status, body } = await application.api.post('/v1/clients', aClient({ account_manager_id }));
      expect([status, body.code]).toEqual([422, 'person.not_usable']);
      expect(body.detail).toMatch(/^account_manager_id: /);
    }
    const kept = await patch(client.id, { account_manager_id: manager, name: 'Keeps the archived manager' });
    expect([kept.status, kept.body.account_manager_id]).toEqual([200, manager]);
  });

  it('have each CRM identifier alone, compared exactly, else 409 client.crm_identifier_in_use', async () => {
    const taken = anIdentifier();
    const client = await create({ crm_identifiers: [taken] });
    const inUse = [409, 'client.crm_identifier_in_use'];
    expect(await refusal(application, 'POST', '/v1/clients', aClient({ crm_identifiers: [taken] }))).toEqual(
      inUse,
    );
    const near = [
      { ...taken, identifier: taken.identifier.toUpperCase() },
      { ...taken, system: 'salesforce' },
    ];
    const other = await create({ crm_identifiers: near });
    expect(other.crm_identifiers).toEqual(near);
    const both = { crm_identifiers: [anIdentifier(), taken] };
    expect(await refusal(application, 'PATCH', `/v1/clients/${other.id}`, both)).toEqual(inUse);
    await patch(client.id, { crm_identifiers: [] });
    expect((await patch(other.id, both)).body).toMatchObject(both);
  });

  it('keep their CRM identifiers in the order in which they were sent, which an update replaces as a whole', async () => {
    const [a, b, c] = [
      anIdentifier('z'),
      anIdentifier('a'),
      { ...anIdentifier(), url: 'https://crm.example.com/c' },
    ];
    const client = await create({ crm_identifiers: [a, b, c] });
    expect(client.crm_identifiers).toEqual([a, b, c]);
    expect((await patch(client.id, { crm_identifiers: [c, a] })).body.crm_identifiers).toEqual([c, a]);
  });

  it('with CRM identifiers of a wrong shape are refused with 400 that names each', async () => {
    const identifier = { system: 'a', identifier: '1' };
    const crm_identifiers = [
      identifier,
      { system: ' a ', identifier: '1', url: null },
      { system: 'x'.repeat(101), identifier: '' },
      { ...identifier, url: 'ftp://example.com', extra: 1 },
      'text',
    ];
    expect(await faults(application, 'POST', '/v1/clients', aClient({ crm_identifiers }))).toEqual([
      400,
      [
        'crm_identifiers[1]',
        'crm_identifiers[2].identifier',
        'crm_identifiers[2].system',
        'crm_identifiers[3]',
        'crm_identifiers[3].extra',
        'crm_identifiers[3].url',
        'crm_identifiers[4]',
      ],
    ]);
    const many = Array.from({ length: 21 }, () => anIdentifier());
    expect(await faults(application, 'POST', '/v1/clients', aClient({ crm_identifiers: many }))).toEqual([
      400,
      ['crm_identifiers'],
    ]);
    expect((await create({ crm_identifiers: many.slice(1) })).crm_identifiers).toHaveLength(20);
  });

  it('are found by words of the name, by state and by account manager', async () => {
    const { id: manager } = await application.api.create('/v1/people', aPerson());
    const first = await create({ name: 'Zebra 100% Übersee_', account_manager_id: manager });
    const second = await create({ name: 'Zebra Inland' });
    await patch(second.id, { is_archived: true });
    expect(await found('terms=zebra')).toEqual([first.id, second.id]);
    expect(await found('terms=ÜBERSEE%20zeb')).toEqual([first.id]);
    expect(await found('terms=zebra%20100%25')).toEqual([first.id]);
    expect(await found('terms=zebra%20_')).toEqual([first.id]);
    expect(await found('terms=zebra&is_archived=true')).toEqual([second.id]);
    expect(await found(`account_manager_id=${manager.toUpperCase()}`)).toEqual([first.id]);
    expect(await found(`account_manager_id=${manager}&terms=inland`)).toEqual([]);
    expect(await refusal(application, 'GET', '/v1/clients?manager=x')).toEqual([400, 'request.invalid']);
  });

  it('need sales:read to be seen and sales:write to be changed, else 403 token.scope_missing', async () => {
    const { api } = await application.organization('Test organization', 'sales:read', 'people:write');
    expect((await api.get('/v1/clients')).status).toBe(200);
    const { status, body } = await api.post('/v1/clients', aClient());
    expect([status, body.code]).toEqual([403, 'token.scope_missing']);
  });
});
