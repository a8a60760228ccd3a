import { describe, expect, it } from '@jest/globals';
import { conflict, invalid } from '../../errors/index.js';
import { errorBody } from './error-body.js';
import { FaultList, notKnownHere } from './faults.js';

const bytesOf = (body: object): number => Buffer.byteLength(JSON.stringify(body));

describe('a list of faults', () => {
  it('has each fault once, by place', () => {
    const faults = new FaultList();
    expect(faults.isEmpty).toBe(true);
    faults.add('name', 'is required');
    faults.add('__proto__', 'is not known here');
    faults.add('name', 'must be text');
    faults.add('name', 'is required');
    expect(faults.isFull).toBe(false);
    expect(Object.entries(faults.toMembers())).toEqual([
      ['name', ['is required', 'must be text']],
      ['__proto__', ['is not known here']],
    ]);
  });

  it('takes a hundred, and the beginning of a place that has no end', () => {
    const faults = new FaultList();
    for (let index = 0; index < 150; index += 1) faults.add(`[${index}]${'x'.repeat(1000)}`, 'is wrong');
    expect(faults.isFull).toBe(true);
    const places = Object.keys(faults.toMembers());
    expect(places).toHaveLength(100);
    expect(places[99]).toBe(`[99]${'x'.repeat(296)}…`);
  });
});

describe('the body of an error', () => {
  it('lists at most a hundred faults', () => {
    const { body } = errorBody(notKnownHere(Array.from({ length: 200 }, (_, index) => `m${index}`)), 'id');
    expect(Object.keys((body as { errors: object }).errors)).toHaveLength(100);
    const many = errorBody(invalid({ name: Array.from({ length: 200 }, (_, index) => `m${index}`) }), 'id');
    expect((many.body as { errors: { name: string[] } }).errors.name).toHaveLength(100);
  });

  it('is never longer than 64 KiB, whatever is in it', () => {
    for (const text of ['\u0001', '"', '€', '👍', '\ud800']) {
      const names = Array.from({ length: 100 }, (_, index) => `${index}${text.repeat(300_000)}`);
      const faults = Object.fromEntries(names.map((name) => [name, [name, 'is wrong']]));
      const { body } = errorBody(invalid(faults), 'id');
      expect(Object.keys((body as { errors: object }).errors).length).toBeGreaterThan(5);
      expect(bytesOf(body)).toBeLessThan(64 * 1024);
      expect(bytesOf(errorBody(conflict('a.b', text.repeat(300_000))(), 'id').body)).toBeLessThan(64 * 1024);
    }
  });
});
