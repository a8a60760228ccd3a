import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient } from '../../support/requests/api-client.js';
import { faults, refusal, UNUSED_ID } from '../../support/requests/refusals.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import { eventsAbout } from '../../support/application/published-events.js';
import type { TestApplication, TestOrganization } from '../../support/application/test-application.js';

interface User {
  id: string;
  email_address: string;
  type: string;
  is_administrator: boolean;
  scopes: string[];
  is_archived: boolean;
  modified_date: string;
}

interface Token {
  id: string;
  token: string;
  user_id: string;
  scopes: string[];
}

let application: TestApplication;
let addresses = 0;

beforeAll(async () => {
  application = await shareTestApplication();
});
afterAll(() => application.close());

const anAddress = (): string => `user${(addresses += 1)}@example.com`;
const make = (members: object = {}) =>
  application.api.create<User>('/v1/users', { email_address: anAddress(), ...members });
const change = (id: string, patch: object) => application.api.patch<User>(`/v1/users/${id}`, patch);
const tokenFor = (email_address: string, ...scopes: string[]) =>
  application.api.create<Token>('/v1/access-tokens', { name: 'n', email_address, scopes });
const clientOf = ({ token }: Token) => new ApiClient(application.url, token);
const scopesOf = async (token: Token) =>
  (await clientOf(token).get<{ scopes: string[] }>('/v1/me')).body.scopes;

describe('users', () => {
  it('are created where Location says, people without rights unless it is said otherwise, and tell of each change', async () => {
    const email_address = anAddress();
    const { status, headers, body } = await application.api.post<User>('/v1/users', { email_address });
    expect(status).toBe(201);
    const path = `/v1/users/${body.id}`;
    expect(headers.get('location')).toBe(path);
    expect(body).toMatchObject({
      email_address,
      type: 'person',
      is_administrator: false,
      scopes: [],
      is_archived: false,
    });
    expect((await application.api.get(path)).body).toEqual(body);
    const scopes = ['sales:write', 'people:read'];
    const { body: changed } = await change(body.id, { scopes, is_archived: true });
    expect(changed).toMatchObject({ scopes: ['people:read', 'sales:write'], is_archived: true });
    expect((await change(body.id, { scopes, is_archived: true })).body).toEqual(changed);
    const events = await eventsAbout(application, body.id);
    expect(events.map(({ Topic, Payload }) => [Topic, Payload.ModifiedProperties])).toEqual([
      ['user.created', undefined],
      ['user.modified', ['scopes', 'is_archived']],
    ]);
  });

  it('have an address of their own, archived or not, else 409 user.email_in_use', async () => {
    const { id, email_address } = await make();
    await change(id, { is_archived: true });
    const other = await make();
    const sent = { email_address: email_address.toUpperCase() };
    expect(await refusal(application, 'POST', '/v1/users', sent)).toEqual([409, 'user.email_in_use']);
    expect(await refusal(application, 'PATCH', `/v1/users/${other.id}`, sent)).toEqual([
      409,
      'user.email_in_use',
    ]);
  });

  it('are found by reference, made by a PATCH of one, and changed as they are known only', async () => {
    const email_address = anAddress();
    const path = `/v1/users/email:${email_address}`;
    const made = await application.api.patch<User>(path, { scopes: ['read'] });
    expect([made.status, made.body.email_address]).toEqual([201, email_address]);
    const known = { 'If-Match': `"${made.body.modified_date}"` };
    const changed = await application.api.send<User>('PATCH', path, { scopes: [] }, known);
    expect([changed.status, changed.body.id]).toEqual([200, made.body.id]);
    const late = await application.api.send('PATCH', path, { scopes: ['write'] }, known);
    expect([late.status, late.body.code]).toEqual([412, 'precondition.failed']);
    expect((await application.api.get(path)).body).toMatchObject({ id: made.body.id, scopes: [] });
    expect(await refusal(application, 'GET', `/v1/users/${UNUSED_ID}`)).toEqual([404, 'user.not_found']);
  });

  it('are listed by address, type, rights and whether they are archived', async () => {
    const { api } = await application.organization('Listed');
    const create = (members: object) =>
      api.create<User>('/v1/users', { email_address: anAddress(), ...members });
    const admin = await create({ is_administrator: true, email_address: 'Ada.Lovelace@example.com' });
    const service = await create({ type: 'service' });
    const gone = await create({});
    await api.patch(`/v1/users/${gone.id}`, { is_archived: true });
    const list = async (query: string) => {
      const { body } = await api.get<{ results: User[] }>(`/v1/users?${query}`);
      return body.results.map(({ id }) => id);
    };
    expect(await list('terms=LOVELACE%20ada')).toEqual([admin.id]);
    expect(await list('is_administrator=true')).toEqual([admin.id]);
    expect(await list('type=person&is_administrator=false')).toEqual([gone.id]);
    expect(await list('is_archived=true')).toEqual([gone.id]);
    expect(await list('type=service')).toContain(service.id);
    expect(await list('')).toHaveLength(4);
  });

  it('have no scope admin, no unknown one and no other type: 400 that names the place', async () => {
    const sent = { email_address: 'nobody', type: 'robot', scopes: ['read', 'admin', 'nothing'] };
    expect(await faults(application, 'POST', '/v1/users', sent)).toEqual([
      400,
      ['email_address', 'scopes[1]', 'scopes[2]', 'type'],
    ]);
  });

  it('have no account of a provider where there is none: 422 user.no_provider', async () => {
    const members = { email_address: 'led@example.com', oidc_subject: 'auth0|led' };
    const refused = await application.api.post<{ code: string }>('/v1/users', members);
    expect([refused.status, refused.body.code]).toEqual([422, 'user.no_provider']);
    const made = await application.api.create('/v1/users', { ...members, oidc_subject: null });
    expect(made).toMatchObject({ oidc_subject: null, oidc_issuer: null });
  });

  it('of the type service have no rights: 422 user.service_has_no_rights', async () => {
    for (const rights of [{ is_administrator: true }, { scopes: ['read'] }]) {
      const service = { email_address: anAddress(), type: 'service', ...rights };
      expect(await refusal(application, 'POST', '/v1/users', service)).toEqual([
        422,
        'user.service_has_no_rights',
      ]);
      const { id } = await make(rights);
      expect(await refusal(application, 'PATCH', `/v1/users/${id}`, { type: 'service' })).toEqual([
        422,
        'user.service_has_no_rights',
      ]);
    }
  });

  it('are for administrators: 403 token.scope_missing', async () => {
    const { api } = await application.organization('Test organization', 'write', 'backfill');
    for (const [method, path, body] of [
      ['GET', '/v1/users'],
      ['GET', `/v1/users/${UNUSED_ID}`],
      ['POST', '/v1/users', { email_address: anAddress() }],
      ['PATCH', `/v1/users/${UNUSED_ID}`, {}],
    ] as const) {
      expect(await refusal({ api }, method, path, body)).toEqual([403, 'token.scope_missing']);
    }
  });
});

describe('a token of a person', () => {
  it('is cut by what the person may do, when it is made and at each use', async () => {
    const { id, email_address } = await make({ scopes: ['people:write', 'sales:read'] });
    const token = await tokenFor(email_address, 'write');
    expect(token).toMatchObject({ user_id: id, scopes: ['people:write', 'sales:read'] });
    const api = clientOf(token);
    expect((await api.get('/v1/clients')).status).toBe(200);
    await change(id, { scopes: ['people:read'] });
    expect(await scopesOf(token)).toEqual(['people:read']);
    expect(await refusal({ api }, 'GET', '/v1/clients')).toEqual([403, 'token.scope_missing']);
    const department = { name: 'Cut' };
    expect(await refusal({ api }, 'POST', '/v1/departments', department)).toEqual([
      403,
      'token.scope_missing',
    ]);
    await change(id, { scopes: [] });
    expect(await scopesOf(token)).toEqual([]);
    // What was cut when it was made stays so.
    await change(id, { is_administrator: true });
    expect(await scopesOf(token)).toEqual(['people:write', 'sales:read']);
  });

  it('that would allow nothing is not made: 422 token.beyond_user', async () => {
    const { email_address } = await make({ scopes: ['people:read'] });
    const sent = { name: 'n', email_address, scopes: ['sales:write', 'admin'] };
    const { status, body } = await application.api.post('/v1/access-tokens', {
      ...sent,
      scopes: ['sales:write'],
    });
    expect([status, body.code]).toEqual([422, 'token.beyond_user']);
    expect(body.detail).toMatch(/^scopes: .*sales:write/);
    expect((await tokenFor(email_address, 'admin')).scopes).toEqual(['people:read']);
  });

  it('who is archived is refused, at once, and counts again when they are un-archived', async () => {
    const { id, email_address } = await make({ scopes: ['read'] });
    const token = await tokenFor(email_address, 'read');
    expect(await scopesOf(token)).toEqual(['read']);
    await change(id, { is_archived: true });
    expect(await refusal({ api: clientOf(token) }, 'GET', '/v1/me')).toEqual([401, 'token.invalid']);
    const sent = { name: 'n', email_address, scopes: ['read'] };
    const { status, body } = await application.api.post('/v1/access-tokens', sent);
    expect([status, body.code]).toEqual([422, 'user.not_usable']);
    expect(body.detail).toMatch(/^email_address: /);
    expect(await refusal(application, 'POST', `/v1/access-tokens/${token.id}/rotate`)).toEqual([
      409,
      'token.ended',
    ]);
    await change(id, { is_archived: false });
    expect(await scopesOf(token)).toEqual(['read']);
  });
});

describe('a token of a service', () => {
  it('keeps its scopes, and makes the service where the address is new, which is told', async () => {
    const email_address = anAddress();
    const token = await tokenFor(email_address, 'read', 'write');
    expect(await scopesOf(token)).toEqual(['read', 'write']);
    const { body: user } = await application.api.get<User>(`/v1/users/${token.user_id}`);
    expect(user).toMatchObject({ email_address, type: 'service', is_administrator: false, scopes: [] });
    expect((await tokenFor(email_address, 'admin')).user_id).toBe(user.id);
    const events = await eventsAbout(application, user.id);
    expect(events.map(({ Topic }) => Topic)).toEqual(['user.created']);
  });

  it('is cut once the service is said to be a person', async () => {
    const token = await tokenFor(anAddress(), 'write');
    await change(token.user_id, { type: 'person', scopes: ['read'] });
    expect(await scopesOf(token)).toEqual(['read']);
    await change(token.user_id, { type: 'service', scopes: [] });
    expect(await scopesOf(token)).toEqual(['write']);
  });
});

describe('the last administrator', () => {
  const meOf = async ({ api }: TestOrganization) =>
    (await api.get<{ user_id: string; email_address: string }>('/v1/me')).body;

  it('is neither archived nor demoted nor made a service: 409 user.last_administrator', async () => {
    const owner = await application.organization('One person');
    const { user_id: own } = await meOf(owner);
    await owner.api.patch(`/v1/users/${own}`, { type: 'person', is_administrator: true });
    const attempts = [
      { is_archived: true },
      { is_administrator: false, scopes: ['write'] },
      { is_administrator: false, type: 'service' },
    ];
    for (const patch of attempts) {
      expect(await refusal(owner, 'PATCH', `/v1/users/${own}`, patch)).toEqual([
        409,
        'user.last_administrator',
      ]);
    }
    await owner.api.create('/v1/users', { email_address: 'second@example.com', is_administrator: true });
    expect((await owner.api.patch(`/v1/users/${own}`, { is_administrator: false })).status).toBe(200);
  });

  it('is who has a usable token with the scope admin, where no person is one: 409 user.last_administrator', async () => {
    const owner = await application.organization('One service');
    const { user_id: own } = await meOf(owner);
    for (const patch of [{ is_archived: true }, { type: 'person', scopes: ['write'] }]) {
      expect(await refusal(owner, 'PATCH', `/v1/users/${own}`, patch)).toEqual([
        409,
        'user.last_administrator',
      ]);
    }
    const other = { name: 'n', email_address: 'other@example.com', scopes: ['admin'] };
    await owner.api.create('/v1/access-tokens', other);
    expect((await owner.api.patch(`/v1/users/${own}`, { is_archived: true })).status).toBe(200);
  });

  it('has tokens that count no more once they are cut: the last one of a service stays (409 token.last_admin)', async () => {
    const owner = await application.organization('Cut tokens');
    const { user_id, token_id } = (await owner.api.get<{ user_id: string; token_id: string }>('/v1/me')).body;
    const person = { email_address: 'p@example.com', is_administrator: true };
    const { id } = await owner.api.create('/v1/users', person);
    await owner.api.create('/v1/users', { email_address: 'q@example.com', is_administrator: true });
    const scopes = ['admin'];
    await owner.api.create('/v1/access-tokens', { name: 'n', scopes, email_address: 'p@example.com' });
    await owner.api.patch(`/v1/users/${id}`, { is_administrator: false });
    expect(await refusal(owner, 'DELETE', `/v1/access-tokens/${token_id}`)).toEqual([
      409,
      'token.last_admin',
    ]);
    expect((await owner.api.patch(`/v1/users/${user_id}`, {})).status).toBe(200);
  });
});
