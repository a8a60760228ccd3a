import { describe, expect, it } from '@jest/globals';
import { says } from './says.js';

const stage = (name: string, position: number) => ({ id: name, name, position, likelihood: 0 });
const record = { model: 'client', until: null, stages: [stage('a', 0), stage('b', 1)] };

describe('a record', () => {
  it.each([
    ['nothing of a member', undefined],
    ['a value', { model: 'client', until: null }],
    ['a member of each item, in their order', { stages: [{ name: 'a' }, { name: 'b' }] }],
    [
      'items by their positions',
      {
        stages: [
          { name: 'b', position: 1 },
          { name: 'a', position: 0 },
        ],
      },
    ],
  ])('has what was sent again: %s', (_, sent) => {
    expect(says(record, sent)).toBe(true);
  });

  it.each([
    ['another value', { model: 'internal' }],
    ['a value for none', { until: '2026-01-01' }],
    ['none for a value', { model: null }],
    ['another order', { stages: [{ name: 'b' }, { name: 'a' }] }],
    ['fewer items', { stages: [{ name: 'a' }] }],
    ['more items', { stages: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] }],
    ['another member of an item', { stages: [{ name: 'a', likelihood: 1 }, { name: 'b' }] }],
    ['an object for a list', { stages: {} }],
    ['a list for an object', [record]],
  ])('has not: %s', (_, sent) => {
    expect(says(record, sent)).toBe(false);
  });
});
