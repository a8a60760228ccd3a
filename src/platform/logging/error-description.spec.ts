import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { describeError, writeDescription } from './error-description.js';

const VALUE = 'Lovelace';

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('the description of an error', () => {
  it('has of a failed statement its kind and place, and neither text, parameters, detail nor message values', () => {
    const driverError = Object.assign(new Error(`invalid input syntax for type uuid: "${VALUE}"`), {
      code: '22P02',
      severity: 'ERROR',
      detail: `Key (name)=(${VALUE}) already exists.`,
      where: `unnamed portal parameter $1 = '${VALUE}'`,
      hint: VALUE,
      constraint: 'clients_name_key',
      table: 'clients',
      column: 'name',
      routine: 'string_to_uuid',
    });
    const described = describeError(new QueryFailedError(`SELECT '${VALUE}'`, [VALUE], driverError));
    expect(described).toEqual({
      type: 'QueryFailedError',
      message: 'invalid input syntax for type uuid',
      code: '22P02',
      constraint: 'clients_name_key',
      table: 'clients',
      column: 'name',
      routine: 'string_to_uuid',
      stack: expect.stringMatching(/^ +at /),
    });
  });

  it.each([
    ['JSON', () => JSON.parse(`{"name": ${VALUE}}`) as unknown],
    ['a big number', () => BigInt(VALUE)],
    ['a time zone', () => new Intl.DateTimeFormat('en', { timeZone: VALUE })],
    ['an address', () => new URL(VALUE)],
    ['a header', () => new Headers([[`${VALUE}\n`, '1']])],
    ['a buffer', () => Buffer.alloc(VALUE as never)],
    ['text', () => ({})[VALUE as never]['x' as never] as unknown],
  ])('does not tell %s that could not be read', (_what, work) => {
    const error = thrownBy(work);
    expect(error).toHaveProperty('stack');
    expect(JSON.stringify(describeError(error))).not.toContain(VALUE);
  });

  it('goes into causes and errors, also of other realms and in circles, and no further than five', () => {
    const inner: Error & { cause?: unknown } = new Error(`"${VALUE}"`);
    const all = new AggregateError([inner, VALUE], `"${VALUE}"`, { cause: { name: VALUE } });
    inner.cause = all;
    const written = JSON.stringify(describeError(all));
    expect(written).not.toContain(VALUE);
    expect(describeError(all)).toMatchObject({
      type: 'AggregateError',
      errors: [{ type: 'Error' }, { type: 'string' }],
      cause: { type: 'object' },
    });
  });

  it('has no line of the message in its stack, also where one looks like a frame', () => {
    const error = new Error(`first\n    at ${VALUE}:1:2\n    at ${VALUE} (x:1:2)`);
    const same = new Error(`first\n    at ${VALUE} (/x:1:2)`);
    error.name = `${VALUE} `;
    error.message = 'another';
    for (const one of [error, same]) {
      const { stack, type } = describeError(one);
      expect([type, stack]).toEqual(['Error', expect.stringMatching(/^ +at .*:\d+:\d+/)]);
      expect(stack).not.toContain(VALUE);
    }
  });

  it('is written for people with its causes', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
    const text = writeDescription(describeError(new TypeError('fetch failed', { cause })));
    expect(text).toMatch(
      /^TypeError: fetch failed\n +at .*\ncaused by Error: connect .* \(code ECONNREFUSED\)\n/s,
    );
  });
});
