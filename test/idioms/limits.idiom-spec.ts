import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module, Post } from '@nestjs/common';
import { SkipThrottle, Throttle } from '@nestjs/throttler';
import { RequireScope } from '../../src/platform/http/index.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { until } from '../../src/testing/until.js';

const ADDRESS_LIMIT = 40;

@Controller('limits')
class LimitsController {
  @Throttle({ default: { limit: 2, ttl: 30_000 } })
  @RequireScope('none')
  @Get('narrow')
  narrow(): string {
    return 'narrow';
  }

  @Throttle({ default: { limit: 1, ttl: 1500, blockDuration: 60_000 } })
  @RequireScope('none')
  @Get('blocked')
  blocked(): string {
    return 'not for long';
  }

  @Throttle({ default: { limit: 2, ttl: 30_000 } })
  @RequireScope('none')
  @Post('guesses')
  guess(): object {
    return { isRight: false };
  }

  @SkipThrottle()
  @RequireScope('none')
  @Get('free')
  free(): string {
    return 'free';
  }

  @RequireScope('none')
  @Get('usual')
  usual(): string {
    return 'usual';
  }
}

@Module({ controllers: [LimitsController] })
class LimitsModule {}

describe('limits as Nest developers write them', () => {
  let application: TestApplication;
  beforeAll(async () => {
    application = await createTestApplication({
      modules: [LimitsModule],
      settings: {
        RATE_LIMIT_REQUESTS: '4',
        RATE_LIMIT_ORGANIZATION_REQUESTS: '100',
        RATE_LIMIT_UNAUTHENTICATED_REQUESTS: `${ADDRESS_LIMIT}`,
      },
    });
  });
  afterAll(() => application.close());

  const get = async (path: string, token?: string): Promise<{ status: number; headers: Headers }> => {
    const headers: Record<string, string> = token === undefined ? {} : { 'X-API-KEY': token };
    const response = await fetch(application.url + path, { headers });
    await response.arrayBuffer();
    return response;
  };
  const statuses = async (path: string, token: string, times: number): Promise<number[]> => {
    const found: number[] = [];
    for (let n = 0; n < times; n += 1) found.push((await get(path, token)).status);
    return found;
  };

  it('@Throttle limits its route alone, and @SkipThrottle frees its route', async () => {
    const { token } = await application.organization('Throttled');
    const first = await get('/limits/narrow', token);
    expect(first.headers.get('ratelimit-policy')).toBe('"user";q=2;w=30, "organization";q=100;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"user";r=1;t=\d+, "organization";r=99;/);
    expect(await statuses('/limits/narrow', token, 2)).toEqual([200, 429]);
    expect(await statuses('/limits/free', token, 6)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await statuses('/limits/usual', token, 5)).toEqual([200, 200, 200, 200, 429]);
    expect(await statuses('/limits/free', token, 1)).toEqual([200]);
  });

  it('@Throttle is not passed by a batch, whose operations do not count each', async () => {
    const { api } = await application.organization('Guessing');
    const guess = { method: 'POST', path: '/limits/guesses' };
    const { body } = await api.post<{ results: { status: number; body: object }[] }>('/v1/batch', {
      mode: 'each',
      operations: [guess, guess, guess],
    });
    expect(body.results.map(({ status }) => status)).toEqual([422, 422, 422]);
    expect(body.results[0]?.body).toMatchObject({ code: 'request.not_in_batch' });
  });

  it('blockDuration blocks nobody: who was refused has to wait for the end of the window', async () => {
    const { token } = await application.organization('Blocked');
    expect(await statuses('/limits/blocked', token, 3)).toEqual([200, 429, 429]);
    expect(Number((await get('/limits/blocked', token)).headers.get('retry-after'))).toBeLessThanOrEqual(2);
    await until('the window ends', async () => (await get('/limits/blocked', token)).status === 200);
  });

  it('a colleague has a limit of his own, also on a throttled route', async () => {
    const { token } = await application.organization('Another');
    expect(await statuses('/limits/narrow', token, 3)).toEqual([200, 200, 429]);
  });

  it('every refusal tells what is left', async () => {
    const { token } = await application.organization('Refused');
    const large = { method: 'POST', headers: { 'X-API-KEY': token, 'Content-Type': 'application/json' } };
    const responses = [
      await fetch(`${application.url}/v1/tags`),
      await fetch(`${application.url}/v1/nothing`, { headers: { 'X-API-KEY': token } }),
      await fetch(`${application.url}/v1/tags`, { method: 'PUT', headers: { 'X-API-KEY': token } }),
      await fetch(`${application.url}/v1/tags`, { ...large, body: ' '.repeat(1_100_000) }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([401, 404, 405, 413]);
    for (const { headers } of responses) {
      expect(headers.get('ratelimit')).toMatch(/;r=\d+;t=\d+/);
      expect(headers.get('ratelimit-policy')).toMatch(/;q=\d+;w=60/);
    }
  });

  it('nobody tries tokens without end, also where the route has no limit', async () => {
    const found = await statuses('/limits/free', 'guessed', ADDRESS_LIMIT + 5);
    expect(found.filter((status) => status === 401).length).toBeLessThan(ADDRESS_LIMIT);
    expect(found.at(-1)).toBe(429);
  });
});
