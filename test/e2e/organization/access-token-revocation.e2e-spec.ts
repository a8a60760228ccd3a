import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../../src/testing/until.js';
import { ApiClient } from '../../support/requests/api-client.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';

// Half of what a process keeps a token that it looked up.
const AT_ONCE_SECONDS = 5;

describe('two processes on one database', () => {
  let first: TestApplication;

  beforeAll(async () => {
    first = await createTestApplication();
  });
  afterAll(() => first.close());

  it('both refuse a revoked token at once', async () => {
    const second = await createTestApplication({ databaseUrl: first.databaseUrl });
    const { id, token } = await first.api.create<{ id: string; token: string }>('/v1/access-tokens', {
      name: 'shared',
      scopes: ['read'],
    });
    for (const { url } of [first, second])
      expect((await new ApiClient(url, token).get('/v1/me')).status).toBe(200);
    await first.api.delete(`/v1/access-tokens/${id}`);
    expect((await new ApiClient(first.url, token).get('/v1/me')).status).toBe(401);
    // The other process hears of it with the commit; the message needs a moment on its way.
    const refused = async () => (await new ApiClient(second.url, token).get('/v1/me')).status === 401;
    await until('the other process refuses it', refused, AT_ONCE_SECONDS);
    await second.close();
  });

  it('both know at once what the user of a token may do, and that they are archived', async () => {
    const second = await createTestApplication({ databaseUrl: first.databaseUrl });
    const email_address = 'ada@example.com';
    const user = await first.api.create('/v1/users', { email_address, scopes: ['write'] });
    const { token } = await first.api.create<{ token: string }>('/v1/access-tokens', {
      name: 'shared',
      email_address,
      scopes: ['write'],
    });
    const answers = () =>
      Promise.all(
        [first, second].map(async ({ url }) => {
          const { status, body } = await new ApiClient(url, token).get<{ scopes?: string[] }>('/v1/me');
          return body.scopes ?? status;
        }),
      );
    expect(await answers()).toEqual([['write'], ['write']]);
    for (const [patch, known] of [
      [{ scopes: ['sales:read'] }, ['sales:read']],
      [{ scopes: ['write', 'backfill'] }, ['write']],
      [{ is_archived: true }, 401],
    ] as const) {
      expect((await second.api.patch(`/v1/users/${user.id}`, patch)).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await answers()).toEqual([known, known]);
    }
    await second.close();
  });

  it('look each token up while they cannot hear of revocations', async () => {
    const { id, token } = await first.api.create<{ id: string; token: string }>('/v1/access-tokens', {
      name: 'unheard',
      scopes: ['read'],
    });
    const client = new ApiClient(first.url, token);
    expect((await client.get('/v1/me')).status).toBe(200);
    await first.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks
       WHERE locktype = 'advisory' AND mode = 'ShareLock'
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    await first.database.query('UPDATE access_tokens SET revoked_at = now() WHERE id = $1', [id]);
    const refused = async () => (await client.get('/v1/me')).status === 401;
    await until('it is looked up', refused, AT_ONCE_SECONDS);
  });
});
