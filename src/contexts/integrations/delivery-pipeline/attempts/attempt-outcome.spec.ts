import { describe, expect, it } from '@jest/globals';
import { outcomeOf, type AttemptedDelivery, type SubscriberRecord } from './attempt-outcome.js';

const now = new Date('2026-11-21T06:30:00Z');
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
const limits = {
  retryDelays: [5, 300, 1800],
  jitterPercent: 20,
  maxRetryAfterSeconds: 86_400,
  disableAfterHours: 120,
  disableMinAttempts: 20,
};
const first: AttemptedDelivery = { attempts: 1, isSingleAttempt: false, startedAt: now };
const healthy: SubscriberRecord = { failingSince: null, failuresInRow: 0 };

const outcome = (
  status: number | null,
  {
    delivery = {},
    subscriber = healthy,
    retryAfter = null,
    random = 0,
  }: {
    delivery?: Partial<AttemptedDelivery>;
    subscriber?: SubscriberRecord;
    retryAfter?: string | null;
    random?: number;
  } = {},
) => outcomeOf({ status, retryAfter }, { ...first, ...delivery }, subscriber, limits, now, random);

const failure = (retryInSeconds: number | null, disable: 'gone' | 'failing' | null = null) => ({
  isSuccess: false,
  retryInSeconds,
  disable,
});

describe('the outcome of an attempt', () => {
  it.each([200, 201, 204, 299])('is success with %d', (status) => {
    expect(outcome(status)).toEqual({ isSuccess: true });
  });

  it.each([100, 199, 300, 301, 302, 307, 400, 401, 404, 408, 500, 502, null])(
    'is failure with %p, and another attempt after 5 seconds',
    (status) => {
      expect(outcome(status)).toEqual(failure(5));
    },
  );

  it.each([
    [1, 5],
    [2, 300],
    [3, 1800],
    [4, null],
  ])('waits after attempt %d for %p seconds', (attempts, seconds) => {
    expect(outcome(500, { delivery: { attempts } })).toEqual(failure(seconds));
  });

  it.each([0, 0.25, 0.5, 0.999])('comes up to a fifth later, never earlier, with %d', (random) => {
    const { retryInSeconds } = outcome(500, { delivery: { attempts: 2 }, random }) as {
      retryInSeconds: number;
    };
    expect(retryInSeconds).toBeCloseTo(300 * (1 + random / 5));
  });

  it('is not repeated when it was a redelivery or a ping', () => {
    expect(outcome(500, { delivery: { isSingleAttempt: true } })).toEqual(failure(null));
    expect(outcome(503, { delivery: { isSingleAttempt: true }, retryAfter: '60' })).toEqual(failure(null));
  });

  it.each([429, 503])('heeds Retry-After with %d', (status) => {
    expect(outcome(status, { retryAfter: '120' })).toEqual(failure(120));
    expect(outcome(status, { retryAfter: 'Sat, 21 Nov 2026 07:30:00 GMT' })).toEqual(failure(3600));
    expect(outcome(status, { retryAfter: '604800' })).toEqual(failure(86_400));
  });

  it('is never earlier than planned because of Retry-After', () => {
    expect(outcome(503, { delivery: { attempts: 2 }, retryAfter: '1' })).toEqual(failure(300));
  });

  it('does not heed Retry-After with any other status', () => {
    expect(outcome(500, { retryAfter: '120' })).toEqual(failure(5));
  });

  it('disables at once with 410, also after a long time of success', () => {
    expect(outcome(410)).toEqual(failure(5, 'gone'));
    expect(outcome(410, { delivery: { isSingleAttempt: true } })).toEqual(failure(null, 'gone'));
  });

  it.each([
    ['120 hours and 20 attempts', hoursAgo(120), 19, 'failing'],
    ['119 hours', hoursAgo(119), 500, null],
    ['19 attempts', hoursAgo(500), 18, null],
    ['a success before it', null, 0, null],
  ] as const)('after %s', (_, failingSince, failuresInRow, disable) => {
    expect(outcome(500, { subscriber: { failingSince, failuresInRow } })).toEqual(failure(5, disable));
  });

  it('is success whatever was before', () => {
    const subscriber = { failingSince: hoursAgo(1000), failuresInRow: 1000 };
    expect(outcome(200, { subscriber })).toEqual({ isSuccess: true });
  });
});
