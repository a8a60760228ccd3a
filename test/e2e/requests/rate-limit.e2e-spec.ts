import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { InstallationService } from '../../../src/contexts/organization/index.js';
import { Clock } from '../../../src/platform/values/index.js';
import { ApiClient } from '../../support/requests/api-client.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';

class MovableClock extends Clock {
  /** By how much somebody has set the machine's clock, in milliseconds. */
  set = 0;
  passed = 0;

  override now(): Date {
    return new Date(super.now().getTime() + this.set + this.passed);
  }

  override elapsed(): number {
    return super.elapsed() + this.passed;
  }
}

describe('the rate limit', () => {
  let application: TestApplication;
  const clock = new MovableClock();

  beforeAll(async () => {
    const settings = {
      RATE_LIMIT_REQUESTS: '5',
      RATE_LIMIT_ORGANIZATION_REQUESTS: '12',
      RATE_LIMIT_WINDOW_SECONDS: '60',
      RATE_LIMIT_UNAUTHENTICATED_REQUESTS: '8',
    };
    application = await createTestApplication({ clock, settings });
    await application.api.get('/v1/me').catch(() => undefined);
  });
  afterAll(() => application.close());

  const nextWindow = () => {
    clock.passed += 61_000;
  };

  it('lets exactly as many requests of a user through as it says, at once or one by one, over all routes', async () => {
    nextWindow();
    const paths = ['/v1/me', '/v1/tags', '/v1/nothing', '/v1/tags/x', '/v1/me', '/v1/me', '/v1/tags'];
    const statuses = await Promise.all(paths.map(async (path) => (await application.api.get(path)).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  it('answers 429 (request.rate_limited) with an error and Retry-After, and the window ends after its seconds', async () => {
    const { status, body, headers } = await application.api.get('/v1/me');
    expect(status).toBe(429);
    expect(Object.keys(body)).toEqual(['error']);
    const seconds = Number(headers.get('Retry-After'));
    expect(seconds).toBeGreaterThan(55);
    expect(seconds).toBeLessThanOrEqual(60);
    clock.passed += seconds * 1000;
    expect((await application.api.get('/v1/me')).status).toBe(200);
  });

  it('tells the policy and what is left with every answer, also with refusals', async () => {
    nextWindow();
    const left = [];
    for (const path of ['/v1/me', '/v1/nothing', '/v1/tags/x']) {
      const { headers } = await application.api.get(path);
      expect(headers.get('RateLimit-Policy')).toBe('"user";q=5;w=60, "organization";q=12;w=60');
      const fields = /^"user";r=(\d);t=\d+, "organization";r=(\d+);t=\d+$/;
      left.push(fields.exec(headers.get('RateLimit') ?? '')?.slice(1));
    }
    expect(left).toEqual([
      ['4', '11'],
      ['3', '10'],
      ['2', '9'],
    ]);
  });

  it('counts a batch once for every started 50 operations, a bulk for 500 entries, and one without room for all of them as one request', async () => {
    nextWindow();
    const leftAfter = async (api: ApiClient, path: string, body: object) => {
      const { status, headers } = await api.post(path, body);
      const left = /"user";r=(\d+);.*"organization";r=(\d+);/.exec(headers.get('RateLimit') ?? '');
      return [status, ...(left?.slice(1) ?? [])];
    };
    const batch = (mode: string, count: number, api: ApiClient = application.api) =>
      leftAfter(api, '/v1/batch', {
        mode,
        operations: Array.from({ length: count }, () => ({ method: 'DELETE', path: '/v1/nothing' })),
      });
    const bulk = (count: number) =>
      leftAfter(application.api, '/v1/actual-time/bulk', { mode: 'atomic', entries: Array(count).fill({}) });
    expect(await batch('each', 50)).toEqual([207, '4', '11']);
    expect(await batch('atomic', 51)).toEqual([404, '2', '9']);
    expect(await batch('atomic', 100)).toEqual([404, '0', '7']);
    nextWindow();
    expect(await bulk(500)).toEqual([400, '4', '11']);
    expect(await bulk(501)).toEqual([400, '2', '9']);
    nextWindow();
    for (let count = 0; count < 4; count += 1) await application.api.get('/v1/me');
    expect(await batch('atomic', 51)).toEqual([429, '0', '7']);
    expect((await application.api.get('/v1/me')).status).toBe(429);
    const installation = application.get(InstallationService);
    const others = await Promise.all(
      ['one', 'two'].map((name) =>
        installation.createToken({
          organization: 'Test organization',
          email: `${name}@example.com`,
          scopes: ['admin'],
        }),
      ),
    );
    const [one, two] = others.map(({ token }) => new ApiClient(application.url, token));
    for (let count = 0; count < 5; count += 1) await one?.get('/v1/me');
    await two?.get('/v1/me');
    // The user has room, the organization has not: neither counts the rest.
    expect(await batch('atomic', 51, two)).toEqual([429, '3', '0']);
  });

  it('does not care who sets the clock of the machine, be it forward or back', async () => {
    nextWindow();
    for (let count = 0; count < 5; count += 1) await application.api.get('/v1/me');
    for (const hour of [3_600_000, -7_200_000, 3_600_000]) {
      clock.set += hour;
      const { status, headers } = await application.api.get('/v1/me');
      expect([status, Number(headers.get('Retry-After')) <= 60]).toEqual([429, true]);
    }
  });

  it('holds an organization back as a whole, so that more users buy nothing, and no other organization', async () => {
    nextWindow();
    const tokens = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        application
          .get(InstallationService)
          .createToken({ organization: 'Crowded', email: `user${index}@example.com`, scopes: ['read'] }),
      ),
    );
    const ask = (index: number) => new ApiClient(application.url, tokens[index]?.token).get('/v1/me');
    // What one user asks too much uses up nothing of the others'.
    const first = await Promise.all(Array.from({ length: 20 }, () => ask(0)));
    expect(first.filter(({ status }) => status === 200)).toHaveLength(5);
    // In turn, so that none of them has all that a user may have.
    const others = [];
    for (let count = 0; count < 15; count += 1) others.push((await ask(1 + (count % 3))).status);
    expect(others.filter((status) => status === 200)).toHaveLength(12 - 5);
    const refused = await ask(3);
    expect(refused.body.error).toMatch(
      /^Too many requests of this organization: try again in \d+ seconds\.$/,
    );
    expect(refused.headers.get('RateLimit')).toMatch(/^"user";r=[1-5];t=60, "organization";r=0;t=\d+$/);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await application.api.get('/v1/me')).status).toBe(200);
  });

  it('is one for all tokens of a user, and another for another user', async () => {
    nextWindow();
    for (let count = 0; count < 5; count += 1) await application.api.get('/v1/me');
    const sameUser = await application.organization('Test organization', 'read');
    expect((await sameUser.api.get('/v1/me')).status).toBe(429);
    const other = await application.organization('Elsewhere');
    expect((await other.api.get('/v1/me')).status).toBe(200);
  });

  it('holds floods without a token back by address, and no user with them', async () => {
    nextWindow();
    const anonymous = new ApiClient(application.url, 'wrong');
    const statuses = [];
    for (let count = 0; count < 10; count += 1) statuses.push((await anonymous.get('/v1/me')).status);
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => 401), 429, 429]);
    expect((await application.api.get('/v1/me')).status).toBe(200);
  });
});
