import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AccessTokenRepository } from '../../../src/contexts/organization/access-tokens/access-token.repository.js';
import { newToken } from '../../../src/contexts/organization/credentials/token-format.js';
import { TokenCache } from '../../../src/contexts/organization/credentials/token-cache.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';

const LIMIT = 30;

/** What it costs the database to be asked with tokens that nobody has. */
describe('looking tokens up', () => {
  let application: TestApplication;
  let addresses = 0;
  const lookUp = jest.spyOn(AccessTokenRepository.prototype, 'findHolder');

  beforeAll(async () => {
    application = await createTestApplication({
      settings: { RATE_LIMIT_UNAUTHENTICATED_REQUESTS: `${LIMIT}`, TRUST_PROXY: '1' },
    });
  });
  afterAll(() => application.close());
  beforeEach(() => {
    lookUp.mockClear();
  });

  const newAddress = (): string => `203.0.113.${(addresses += 1)}`;
  const ask = async (token: string, address: string): Promise<number> => {
    const headers = { 'X-API-KEY': token, 'X-Forwarded-For': address };
    const answer = await fetch(`${application.url}/v1/me`, { headers });
    await answer.text();
    return answer.status;
  };
  const askMany = (count: number, address: () => string, token = newToken): Promise<number[]> =>
    Promise.all(Array.from({ length: count }, () => ask(token(), address())));
  const count = (statuses: readonly number[], status: number): number =>
    statuses.filter((one) => one === status).length;
  const tokenOf = async (name: string): Promise<string> => (await application.organization(name)).token;
  /** As if the seconds had passed for which a valid token is not looked up. */
  const forgetCallers = (): void => application.get(TokenCache).forgetAll();

  it('costs no look-up once an address is at its limit, however many unknown tokens come at once', async () => {
    const address = newAddress();
    const statuses = await askMany(4 * LIMIT, () => address);
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([LIMIT, 3 * LIMIT]);
    expect(lookUp.mock.calls.length).toBe(LIMIT);
    expect(await askMany(10, () => address)).toEqual(Array(10).fill(429));
    expect(lookUp.mock.calls.length).toBe(LIMIT);
  });

  it('costs no look-up for what cannot be a token', async () => {
    const address = newAddress();
    expect(
      count(
        await askMany(
          LIMIT,
          () => address,
          () => 'pda_wrong',
        ),
        401,
      ),
    ).toBe(LIMIT);
    expect(lookUp.mock.calls.length).toBe(0);
    expect(await ask(newToken(), address)).toBe(429);
    expect(lookUp.mock.calls.length).toBe(0);
  });

  it('counts the 2^64 addresses of an IPv6 network as one, and those of the next as another', async () => {
    const statuses = await askMany(2 * LIMIT, () => `2001:db8:0:7:${(addresses += 1).toString(16)}::1`);
    expect([count(statuses, 401), lookUp.mock.calls.length]).toEqual([LIMIT, LIMIT]);
    expect(await ask(newToken(), '2001:db8:0:8::1')).toBe(401);
    const mapped = newAddress();
    await askMany(LIMIT, () => mapped);
    expect(await ask(newToken(), `::ffff:${mapped}`)).toBe(429);
  });

  it('is done once for all requests with a valid token that come at once, and counts for no address', async () => {
    const address = newAddress();
    const token = await tokenOf('Awakes');
    expect(
      count(
        await askMany(
          4 * LIMIT,
          () => address,
          () => token,
        ),
        200,
      ),
    ).toBe(4 * LIMIT);
    expect(lookUp.mock.calls.length).toBe(1);
    const tokens = await Promise.all(Array.from({ length: LIMIT }, (_, index) => tokenOf(`Branch ${index}`)));
    for (const one of [...tokens, ...tokens]) expect(await ask(one, address)).toBe(200);
    expect(count(await askMany(LIMIT, () => address), 401)).toBe(LIMIT);
  });

  it('is refused to an address at its limit for a valid token that is new, and not for one that was seen', async () => {
    const address = newAddress();
    const [seen, fresh] = [await tokenOf('Has been here'), await tokenOf('Has not')];
    expect(await ask(seen, newAddress())).toBe(200);
    await askMany(LIMIT, () => address);
    forgetCallers();
    expect([await ask(seen, address), await ask(fresh, address)]).toEqual([200, 429]);
    // At the same moment another address is not refused with it.
    expect(await Promise.all([ask(fresh, address), ask(fresh, newAddress())])).toEqual([429, 200]);
    expect(await ask(fresh, address)).toBe(200);
  });

  it('is refused again for a token that was seen and is revoked', async () => {
    const address = newAddress();
    const { id, token } = await application.api.create<{ id: string; token: string }>('/v1/access-tokens', {
      name: 'Leaves',
      scopes: ['read'],
    });
    expect(await ask(token, address)).toBe(200);
    await application.api.delete(`/v1/access-tokens/${id}`);
    await askMany(LIMIT, () => address);
    forgetCallers();
    lookUp.mockClear();
    expect([await ask(token, address), await ask(token, address)]).toEqual([429, 429]);
    expect(lookUp.mock.calls.length).toBe(1);
  });

  it('that fails counts for no address', async () => {
    const address = newAddress();
    lookUp.mockRejectedValueOnce(new Error('The database is away'));
    expect(await ask(newToken(), address)).toBe(500);
    expect(count(await askMany(LIMIT, () => address), 401)).toBe(LIMIT);
  });
});
