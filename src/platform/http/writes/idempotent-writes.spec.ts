import { describe, expect, it } from '@jest/globals';
import type { Response } from 'express';
import type { UnitOfWork } from '../../database/index.js';
import type { BusinessError } from '../../errors/index.js';
import type { Clock } from '../../values/index.js';
import type { AnswerSealing } from './answer-sealing.js';
import { KEY_PATTERN, keyOf, LONGEST_KEY, type NamedWrite } from './idempotency-key.js';
import { IdempotentWrites } from './idempotent-writes.js';
import type { KeptAnswerRepository } from './kept-answer.repository.js';

describe('a write whose key another request has', () => {
  it('asks again for ten seconds, then is refused with 409 idempotency.in_progress and Retry-After', async () => {
    let asked = 0;
    const unitOfWork = { run: (work: () => unknown) => work() } as unknown as UnitOfWork;
    const answers = { lock: () => Promise.resolve((asked += 1) && null) } as unknown as KeptAnswerRepository;
    const clock = { elapsed: () => 4000 * asked } as Clock;
    const writes = new IdempotentWrites(unitOfWork, answers, {} as AnswerSealing, clock);
    const work = () => Promise.reject(new Error('It must not run.'));
    const refused = await writes
      .run({} as NamedWrite, {} as Response, false, work)
      .catch((error: BusinessError) => error);
    expect(refused).toMatchObject({ code: 'idempotency.in_progress', headers: { 'Retry-After': '1' } });
    expect(asked).toBe(3);
  });
});

describe('an Idempotency-Key', () => {
  it('is described by a pattern that takes what is taken', () => {
    const isDescribed = (key: string): boolean => new RegExp(KEY_PATTERN).test(key);
    const taken = ['a', 'x'.repeat(255), '"a"', `"${'x'.repeat(255)}"`, String.raw`"a\"b"`, 'a"b'];
    expect(taken.map((key) => [key, isDescribed(key), keyOf(key) !== ''])).toEqual(
      taken.map((key) => [key, true, true]),
    );
    const longest = `"${String.raw`\\`.repeat(255)}"`;
    expect([isDescribed(longest), longest.length]).toEqual([true, LONGEST_KEY]);
    for (const key of ['', '""', 'a b', '"a b"', 'é', 'x'.repeat(256), `"${'x'.repeat(256)}"`]) {
      expect([key, isDescribed(key)]).toEqual([key, false]);
      expect(() => keyOf(key)).toThrow();
    }
  });
});
