import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ORGANIZATION } from '../../../src/testing/opened-application.js';
import { until } from '../../../src/testing/until.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { ApiClient } from '../../support/requests/api-client.js';
import { makeAccount, PASSWORD, TestBrowser } from '../../support/requests/test-browser.js';

const account = { organization: ORGANIZATION, email: 'ada@example.com' };

interface Actor {
  readonly user_id: string;
  readonly access_token_id: string | null;
  readonly session_id: string | null;
}

interface Refused {
  readonly code: string;
}

describe('a session', () => {
  let first: TestApplication;
  let second: TestApplication;
  let ada: TestBrowser;
  let userId: string;

  beforeAll(async () => {
    first = await createTestApplication({ delivers: true });
    second = await createTestApplication({ databaseUrl: first.databaseUrl });
    const made = await makeAccount(first, account);
    // The last one who can sign in stays an administrator.
    await makeAccount(first, { ...account, email: 'grace@example.com' });
    userId = (await (await made.api()).get<{ user_id: string }>('/v1/me')).body.user_id;
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });
  beforeEach(async () => {
    await first.database.query(
      `UPDATE users SET is_administrator = true, scopes = '{}', is_archived = false WHERE email_key = $1`,
      [account.email],
    );
    ada = await signedIn();
  });

  const signedIn = async (): Promise<TestBrowser> => {
    const browser = new TestBrowser(first.url);
    expect((await browser.signIn(account)).status).toBe(200);
    return browser;
  };
  const statusOf = async (token: string, url = first.url): Promise<number> =>
    (await fetch(`${url}/v1/me`, { headers: { 'X-API-KEY': token } })).status;
  const copyOf = (browser: TestBrowser, url = first.url): TestBrowser => {
    const copy = new TestBrowser(url);
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    return copy;
  };
  const isOver = async (browser: TestBrowser): Promise<void> => {
    const { status, body, headers } = await browser.post('/app/session/token');
    expect([status, body.code]).toEqual([401, 'session.ended']);
    expect(headers.get('www-authenticate')).toBe('Session realm="app"');
  };

  it('never has a secret that somebody has put into the browser before: fixation', async () => {
    const [name = ''] = [...ada.cookies.keys()];
    const planted = `pdc_${'0'.repeat(49)}`;
    const victim = new TestBrowser(first.url);
    victim.cookies.set(name, planted);
    await victim.signIn(account);
    expect(victim.cookies.get(name)).not.toBe(planted);
    const attacker = new TestBrowser(first.url);
    attacker.cookies.set(name, planted);
    await isOver(attacker);
  });

  it('of the attacker, planted before the user signs in, ends with that and never becomes theirs', async () => {
    const attacker = await signedIn();
    const victim = copyOf(attacker);
    await victim.signIn(account);
    await isOver(attacker);
    expect(await statusOf(await victim.token())).toBe(200);
  });

  it('has another secret after each sign-in', async () => {
    const before = ada.cookie;
    await ada.signIn(account);
    expect(ada.cookie).not.toBe(before);
    const again = ada.cookie;
    expect((await ada.post('/app/session/reauthenticate', { password: PASSWORD })).status).toBe(204);
    expect(ada.cookie).not.toBe(again);
  });

  it('that was stolen is of no use after the sign-out, nor are its tokens, in any process', async () => {
    const stolen = copyOf(ada);
    const tokens = [await ada.token(), await stolen.token()];
    for (const token of tokens) {
      expect([await statusOf(token), await statusOf(token, second.url)]).toEqual([200, 200]);
    }
    const { status, setCookies } = await ada.post('/app/session/end');
    expect([status, setCookies[0]]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    await isOver(stolen);
    await isOver(copyOf(stolen, second.url));
    for (const token of tokens) {
      expect(await statusOf(token)).toBe(401);
      await until('the other process knows', async () => (await statusOf(token, second.url)) === 401, 5);
    }
    expect((await ada.post('/app/session/end')).status).toBe(204);
  });

  it('ends with those of all other browsers when the user says so', async () => {
    const phone = await signedIn();
    const token = await phone.token();
    expect((await ada.post('/app/session/end-everywhere')).status).toBe(204);
    await isOver(phone);
    expect(await statusOf(token)).toBe(401);
  });

  it('ends twelve hours after its last use, and after seven days whatever happens', async () => {
    const age = (column: string, by: string): Promise<unknown> =>
      first.database.query(`UPDATE sessions SET ${column} = now() - $1::interval WHERE ended_at IS NULL`, [
        by,
      ]);
    await age('last_used_at', '11 hours 59 minutes');
    await ada.token();
    await age('last_used_at', '12 hours');
    await isOver(ada);
    const other = await signedIn();
    await age('created_at', '6 days 23 hours');
    const token = await other.token();
    await age('created_at', '7 days');
    await isOver(other);
    await first.database.query('SELECT pg_notify($1, $2)', ['access_token_revocations', userId]);
    await until('its token ends too', async () => (await statusOf(token)) === 401, 5);
  });

  it.each([
    ['is archived', { is_archived: true }, { is_archived: false }],
    [
      'becomes a service',
      { type: 'service', is_administrator: false, scopes: [] },
      { type: 'person', is_administrator: true },
    ],
  ])('ends when its user %s, and stays so', async (_name, changes, back) => {
    const token = await ada.token();
    await makeAccount(first, { ...account, email: `${Date.now()}@example.com` });
    expect((await first.api.patch(`/v1/users/${userId}`, changes)).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
    await isOver(ada);
    expect((await first.api.patch(`/v1/users/${userId}`, back)).status).toBe(200);
    await isOver(ada);
    expect(await statusOf(token)).toBe(401);
  });

  it('allows what its user may do at the moment: a token does not outlive the rights it was made with', async () => {
    const token = await ada.token();
    const api = new ApiClient(first.url, token);
    expect((await api.get('/v1/access-tokens')).status).toBe(200);
    await makeAccount(first, { ...account, email: `${Date.now()}@example.com` });
    const before = ada.cookie;
    await first.api.patch(`/v1/users/${userId}`, { is_administrator: false, scopes: ['people:read'] });
    expect((await api.get('/v1/access-tokens')).status).toBe(403);
    expect((await api.get('/v1/clients')).status).toBe(403);
    expect((await api.get('/v1/people')).status).toBe(200);
    const stolen = copyOf(ada);
    await ada.token();
    expect(ada.cookie).not.toBe(before);
    await isOver(stolen);
  });

  it('says with each token what GET /v1/me says with it', async () => {
    const { body } = await ada.post('/app/session/token');
    const me = await fetch(`${first.url}/v1/me`, { headers: { 'X-API-KEY': String(body.token) } });
    expect(body.me).toEqual(await me.json());
    expect(body.me).toMatchObject({ credential: 'session', expires_date: body.expires_date });
  });

  it('has twenty tokens at most, each for ten minutes: the oldest gives way', async () => {
    const tokens: string[] = [];
    for (let count = 0; count < 21; count += 1) tokens.push(await ada.token());
    expect(new Set(tokens).size).toBe(21);
    expect(await statusOf(tokens[0] ?? '')).toBe(401);
    expect(await statusOf(tokens[1] ?? '')).toBe(200);
    const { body } = await ada.post('/app/session/token');
    const minutes = (Date.parse(String(body.expires_date)) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(9.5);
    expect(minutes).toBeLessThanOrEqual(10.1);
    await first.database.query(`UPDATE session_tokens SET expires_at = now()`);
    expect(await statusOf(String(body.token))).toBe(401);
  });

  it('makes at most twenty tokens also when many are asked for at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => ada.post('/app/session/token')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [row] = await first.database.query<{ most: number }[]>(
      'SELECT max(count)::int AS most FROM (SELECT count(*) FROM session_tokens GROUP BY session_id) counted',
    );
    expect(row?.most).toBe(20);
  });

  it('is told of with its device, its address and its last use', async () => {
    const { status, body } = await ada.post('/app/session/list');
    expect(status).toBe(200);
    const sessions = body.sessions as { is_current: boolean }[];
    expect(sessions.filter(({ is_current }) => is_current)).toEqual([
      {
        id: expect.any(String),
        device: 'Test browser',
        address: expect.stringMatching(/127\.0\.0\.1$/),
        signed_in_date: expect.any(String),
        last_used_date: expect.any(String),
        is_current: true,
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('pdc_');
  });

  it('stands in the feed of administrators, and of nobody else', async () => {
    const { id } = (
      (await ada.post('/app/session/list')).body.sessions as { id: string; is_current: boolean }[]
    ).find(({ is_current }) => is_current) ?? { id: '' };
    const told = async (api: ApiClient): Promise<boolean> => {
      const { body } = await api.get<{ results: { topic: string; resource_id: string }[] }>(
        `/v1/changes?resource_id=${id}`,
      );
      return body.results.some(({ topic }) => topic === 'session.created');
    };
    await until('it is told', () => told(first.api), 20);
    const reader = await first.organization(ORGANIZATION, 'read');
    expect(await told(reader.api)).toBe(false);
  });

  it('ends its streams with the sign-out', async () => {
    const token = await ada.token();
    const stream = await fetch(`${second.url}/v1/changes/stream`, { headers: { 'X-API-KEY': token } });
    expect(stream.status).toBe(200);
    let isOpen = true;
    const reading = (async () => {
      for await (const _chunk of stream.body as unknown as AsyncIterable<Uint8Array>);
      isOpen = false;
    })();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(isOpen).toBe(true);
    await ada.post('/app/session/end');
    await until('the stream ends', () => Promise.resolve(!isOpen), 10);
    await reading;
  });

  it('is named by what was changed in it, and finds that', async () => {
    const api = await ada.api();
    const { id } = await api.create<{ id: string }>('/v1/clients', { name: 'Made in a session' });
    const changes = async (query: string) => {
      const { body } = await api.get<{ results: { actor: Actor | null }[] }>(`/v1/changes?${query}`);
      return body.results.map(({ actor }) => actor);
    };
    await until('it is numbered', async () => (await changes(`resource_id=${id}`)).length > 0);
    const [made] = await changes(`resource_id=${id}`);
    expect(made).toEqual({ user_id: userId, access_token_id: null, session_id: expect.any(String) });
    const { body: list } = await ada.post('/app/session/list');
    expect(list.sessions).toContainEqual(expect.objectContaining({ id: made?.session_id }));
    expect(await changes(`resource_id=${id}&actor_id=${made?.session_id}`)).toEqual([made]);
  });

  it('wants the password once more before it gives access that lasts (session.reauthentication_required)', async () => {
    await first.database.query(`UPDATE sessions SET signed_in_at = now() - interval '15 minutes'`);
    const api = await ada.api();
    const sensitive: readonly [string, string, object][] = [
      ['POST', '/v1/access-tokens', { name: 'Lasting', scopes: ['admin'] }],
      ['POST', '/v1/users', { email_address: 'evil@example.com', is_administrator: true }],
      ['PATCH', `/v1/users/${userId}`, { email_address: 'evil@example.com' }],
      ['POST', `/v1/users/${userId}/sign-in-link`, {}],
      ['POST', '/v1/webhook-subscribers', { name: 'Evil', url: 'https://192.0.2.1/' }],
    ];
    const made = await first.api.create('/v1/access-tokens', { name: 'Other', scopes: ['read'] });
    const subscriber = await first.api.create('/v1/webhook-subscribers', {
      name: 'Other',
      url: 'https://192.0.2.1/',
    });
    const more: readonly [string, string, object][] = [
      ['POST', `/v1/access-tokens/${String(made.id)}/rotate`, {}],
      ['POST', `/v1/webhook-subscribers/${String(subscriber.id)}/rotate-secret`, {}],
      ['PATCH', `/v1/webhook-subscribers/${String(subscriber.id)}`, { url: 'https://192.0.2.2/' }],
    ];
    for (const [method, path, body] of [...sensitive, ...more]) {
      const answer = await api.send<Refused>(method, path, body);
      expect([path, answer.status, answer.body.code]).toEqual([
        path,
        403,
        'session.reauthentication_required',
      ]);
    }
    const operations = [...sensitive, ...more].map(([operation, path, sent]) => ({
      method: operation,
      path,
      body: sent,
    }));
    const batch = await api.post<{ results: { status: number }[] }>('/v1/batch', {
      mode: 'each',
      operations,
    });
    const statuses = batch.body.results.map(({ status }) => status);
    // Those that are no operations of a batch: 422.
    expect(statuses.filter((status) => status !== 422)).toEqual([403, 403, 403]);
    expect((await api.get('/v1/access-tokens')).status).toBe(200);
    const wrong = await ada.post('/app/session/reauthenticate', { password: 'of somebody else' });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'sign_in.failed']);
    expect((await ada.post('/app/session/reauthenticate', { password: PASSWORD })).status).toBe(204);
    const [method, path, body] = sensitive[0] ?? ['', '', {}];
    expect((await api.send(method, path, body)).status).toBe(201);
  });

  it('does not get what another request with the same key was given before (session.reauthentication_required)', async () => {
    const api = await ada.api();
    const body = { name: 'Repeated', scopes: ['read'] };
    const headers = { 'Idempotency-Key': 'once' };
    expect((await api.send('POST', '/v1/access-tokens', body, headers)).status).toBe(201);
    await first.database.query(`UPDATE sessions SET signed_in_at = now() - interval '15 minutes'`);
    await first.database.query('SELECT pg_notify($1, $2)', ['access_token_revocations', userId]);
    await until(
      'it is refused',
      async () => {
        const { status } = await api.send('POST', '/v1/access-tokens', body, headers);
        return status === 403;
      },
      5,
    );
  });

  it('goes on with another password alone where the user changes it: all others end', async () => {
    const phone = await signedIn();
    const token = await phone.token();
    const change = { current_password: PASSWORD, password: 'wet stones, seven lanterns' };
    const wrong = await ada.post('/app/session/password', { ...change, current_password: 'not this one' });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'sign_in.failed']);
    expect((await ada.post('/app/session/password', change)).status).toBe(204);
    await isOver(phone);
    expect(await statusOf(token)).toBe(401);
    expect(await statusOf(await ada.token())).toBe(200);
    expect((await new TestBrowser(first.url).signIn(account)).status).toBe(401);
    const back = { current_password: change.password, password: PASSWORD };
    expect((await ada.post('/app/session/password', back)).status).toBe(204);
  });
});
