import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Clock } from '../../src/platform/values/index.js';
import { ApiClient } from '../support/api-client.js';
import { createTestApplication, type TestApplication } from '../support/test-application.js';

class MovableClock extends Clock {
  offset = 0;

  override now(): Date {
    return new Date(Date.now() + this.offset);
  }
}

describe('the rate limit', () => {
  let application: TestApplication;
  const clock = new MovableClock();

  beforeAll(async () => {
    const settings = {
      RATE_LIMIT_REQUESTS: '5',
      RATE_LIMIT_WINDOW_SECONDS: '60',
      RATE_LIMIT_UNAUTHENTICATED_REQUESTS: '8',
    };
    application = await createTestApplication({ clock, settings });
    await application.api.get('/v1/me').catch(() => undefined);
  });
  afterAll(() => application.close());

  const nextWindow = () => {
    clock.offset += 61_000;
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
    clock.offset += seconds * 1000;
    expect((await application.api.get('/v1/me')).status).toBe(200);
  });

  it('tells the policy and what is left with every answer, also with refusals', async () => {
    nextWindow();
    const left = [];
    for (const path of ['/v1/me', '/v1/nothing', '/v1/tags/x']) {
      const { headers } = await application.api.get(path);
      expect(headers.get('RateLimit-Policy')).toBe('"user";q=5;w=60');
      left.push(/^"user";r=(\d);t=(\d+)$/.exec(headers.get('RateLimit') ?? '')?.[1]);
    }
    expect(left).toEqual(['4', '3', '2']);
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
