import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { InvitationService } from '../../../src/contexts/organization/index.js';
import { ORGANIZATION } from '../../../src/testing/opened-application.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { PASSWORD, secretOf, TestBrowser } from '../../support/requests/test-browser.js';

interface Link {
  readonly link: string;
  readonly purpose: string;
  readonly expires_date: string;
}

describe('a link to sign in', () => {
  let first: TestApplication;
  let second: TestApplication;
  let users = 0;
  let email: string;
  let userId: string;

  beforeAll(async () => {
    first = await createTestApplication();
    second = await createTestApplication({ databaseUrl: first.databaseUrl });
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });
  beforeEach(async () => {
    email = `user${(users += 1)}@example.com`;
    userId = (await first.api.create<{ id: string }>('/v1/users', { email_address: email, scopes: ['read'] }))
      .id;
  });

  const newLink = async (): Promise<Link> => {
    const { status, body } = await first.api.post<Link>(`/v1/users/${userId}/sign-in-link`);
    expect(status).toBe(200);
    return body;
  };
  const hoursOf = ({ expires_date }: Link): number =>
    Math.round((Date.parse(expires_date) - Date.now()) / 3_600_000);
  const browser = (url = first.url): TestBrowser => new TestBrowser(url);
  const isRefused = async (link: string): Promise<void> => {
    const { status, body } = await browser().follow(link);
    expect([status, body.code]).toEqual([410, 'sign_in_link.not_usable']);
  };
  const signIn = (password = PASSWORD) => browser().signIn({ organization: ORGANIZATION, email }, password);

  it('invites for seven days, sets the first password, and signs in', async () => {
    const made = await newLink();
    expect(made.purpose).toBe('invitation');
    expect(hoursOf(made)).toBe(168);
    expect(made.link).toMatch(/^http:\/\/localhost:3000\/app\/welcome#pdl_\w{49}$/);
    const invited = browser();
    expect((await invited.follow(made.link)).status).toBe(204);
    expect((await (await invited.api()).get('/v1/me')).body).toMatchObject({
      email_address: email,
      credential: 'session',
      scopes: ['read'],
    });
    expect((await signIn()).status).toBe(200);
  });

  it('is spent by no preview: neither by opening, asking for it, nor by what is refused', async () => {
    const { link } = await newLink();
    const path = new URL(link).pathname;
    for (const method of ['GET', 'HEAD']) {
      for (const opened of [path, '/app/session/link', '/app/session/link/password']) {
        await fetch(first.url + opened, { method });
      }
    }
    for (let round = 0; round < 3; round += 1) {
      const shown = await browser().post('/app/session/link', { secret: secretOf(link) });
      expect(shown.body).toEqual({
        organization_name: ORGANIZATION,
        email_address: email,
        purpose: 'invitation',
        expires_date: expect.any(String),
      });
      expect(shown.setCookies).toEqual([]);
    }
    const foreign = await browser().post(
      '/app/session/link/password',
      { secret: secretOf(link), password: PASSWORD },
      { Origin: 'https://evil.example' },
    );
    expect(foreign.status).toBe(403);
    expect((await browser().follow(link, 'too short')).status).toBe(400);
    expect((await browser().follow(link, 'password1234')).status).toBe(400);
    expect((await browser().follow(link)).status).toBe(204);
  });

  it('is good once: of many uses at the same moment, in two processes, one wins', async () => {
    const { link } = await newLink();
    const passwords = Array.from({ length: 12 }, (_, index) => `lanterns on the quay ${index}`);
    const answers = await Promise.all(
      passwords.map((password, index) => browser((index % 2 ? first : second).url).follow(link, password)),
    );
    const winners = answers.flatMap(({ status }, index) => (status === 204 ? [passwords[index] ?? ''] : []));
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(11);
    expect((await signIn(winners[0])).status).toBe(200);
    await isRefused(link);
  });

  it('ends the one before it', async () => {
    const former = await newLink();
    const present = await newLink();
    await isRefused(former.link);
    expect((await browser().follow(present.link)).status).toBe(204);
  });

  it('resets for an hour where there is a password, and ends all sessions of the user', async () => {
    const owner = browser();
    await owner.follow((await newLink()).link);
    const token = await owner.token();
    const reset = await newLink();
    expect([reset.purpose, hoursOf(reset)]).toEqual(['reset', 1]);
    expect((await signIn()).status).toBe(200);
    expect((await browser().follow(reset.link, 'seven lanterns, wet stones')).status).toBe(204);
    expect((await owner.post('/app/session/token')).status).toBe(401);
    expect((await fetch(`${first.url}/v1/me`, { headers: { 'X-API-KEY': token } })).status).toBe(401);
    expect((await signIn()).status).toBe(401);
    expect((await signIn('seven lanterns, wet stones')).status).toBe(200);
  });

  it('ends by itself, and with its user', async () => {
    const old = await newLink();
    await first.database.query('UPDATE sign_in_links SET expires_at = now() WHERE user_id = $1', [userId]);
    await isRefused(old.link);
    expect((await browser().post('/app/session/link', { secret: secretOf(old.link) })).status).toBe(410);
    const { link } = await newLink();
    await first.api.patch(`/v1/users/${userId}`, { is_archived: true });
    await isRefused(link);
    const archived = await first.api.post<{ code: string }>(`/v1/users/${userId}/sign-in-link`);
    expect([archived.status, archived.body.code]).toEqual([409, 'sign_in_link.of_archived']);
    await first.api.patch(`/v1/users/${userId}`, { is_archived: false, type: 'service', scopes: [] });
    const service = await first.api.post<{ code: string }>(`/v1/users/${userId}/sign-in-link`);
    expect([service.status, service.body.code]).toEqual([409, 'sign_in_link.of_service']);
  });

  it('is made by administrators only', async () => {
    const reader = await first.organization(ORGANIZATION, 'read', 'write');
    expect((await reader.api.post(`/v1/users/${userId}/sign-in-link`)).status).toBe(403);
  });

  it('takes a password of 12 to 128 characters as it is, and says why another one is refused', async () => {
    const { link } = await newLink();
    const faultOf = async (password: string): Promise<unknown> => {
      const { status, body } = await browser().follow(link, password);
      expect(status).toBe(400);
      return (body.errors as { password: string[] }).password[0];
    };
    expect(await faultOf('elevenchars')).toMatch(/must be text of 12 to 128 characters/);
    expect(await faultOf('y'.repeat(129))).toMatch(/must be text of 12 to 128 characters/);
    expect(await faultOf('Password2026!')).toMatch(/must not be one of the most common ones/);
    expect(await faultOf(`${email}!`)).toMatch(/must not be made of the name of the organization/);
    expect(await faultOf('TestOrganization1')).toMatch(/must not be made of the name of the organization/);
    const odd = '  東京の朝は静かで美しい  ';
    expect((await browser().follow(link, odd)).status).toBe(204);
    expect((await signIn(odd.trim())).status).toBe(401);
    expect((await signIn(odd)).status).toBe(200);
  });

  it('is kept as a hash, as passwords, cookies and tokens are', async () => {
    const { link } = await newLink();
    const owner = browser();
    await owner.follow(link, PASSWORD);
    const token = await owner.token();
    const next = await newLink();
    const tables = [
      'users',
      'user_passwords',
      'sign_in_links',
      'sessions',
      'session_tokens',
      'sign_in_failures',
      'outbox_events',
    ];
    for (const table of tables) {
      const rows = JSON.stringify(await first.database.query(`SELECT * FROM ${table}`));
      const secrets = [secretOf(link), secretOf(next.link), PASSWORD, token, ...owner.cookies.values()];
      expect([table, secrets.filter((secret) => rows.includes(secret))]).toEqual([table, []]);
    }
  });

  it('comes from the command line too, also for a new administrator (sign_in_link.user_unknown)', async () => {
    const invitations = first.get(InvitationService);
    await expect(invitations.create(ORGANIZATION, 'new@example.com', false)).rejects.toMatchObject({
      code: 'sign_in_link.user_unknown',
    });
    await expect(invitations.create('Nowhere', email, false)).rejects.toMatchObject({
      code: 'organization.not_found',
    });
    const invited = await invitations.create(ORGANIZATION, 'new@example.com', true);
    const made = browser();
    await made.follow(invited?.link ?? '');
    expect((await (await made.api()).get('/v1/me')).body).toMatchObject({ scopes: ['admin'] });
    const promoted = await invitations.create(ORGANIZATION, email, true);
    await browser().follow(promoted?.link ?? '');
    expect((await first.api.get(`/v1/users/${userId}`)).body).toMatchObject({ is_administrator: true });
  });
});
