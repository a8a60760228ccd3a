import { describe, expect, it } from '@jest/globals';
import { cursorOf, positionOf, type CursorScope } from './list-cursor.js';

const scope: CursorScope = { organizationId: 'one', path: '/v1/clients', filters: { terms: 'a', id: ['x'] } };
const position = ['2026-11-21 06:30:49.123+00', '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b11'];

describe('a cursor', () => {
  it('leads back to its position, whatever the order of the filters', () => {
    const cursor = cursorOf(position, scope);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(positionOf(cursor, { ...scope, filters: { id: ['x'], terms: 'a' } })).toEqual(position);
    expect(positionOf('start', scope)).toEqual([]);
  });

  it.each([
    { organizationId: 'other' },
    { path: '/v1/tags' },
    { filters: {} },
    { filters: { terms: 'b', id: ['x'] } },
    { filters: { terms: 'a', id: ['x'], is_archived: false } },
  ])('is refused where %j', (other) => {
    expect(() => positionOf(cursorOf(position, scope), { ...scope, ...other })).toThrow();
  });

  it('is refused when any of its characters was changed, left out or added', () => {
    const cursor = cursorOf(position, scope);
    for (const place of cursor.split('').keys()) {
      const [before, after] = [cursor.slice(0, place), cursor.slice(place + 1)];
      const changed = `${before}${cursor[place] === 'b' ? 'c' : 'b'}${after}`;
      for (const bent of [changed, before + after, before, `${before}!${after}`]) {
        expect(() => positionOf(bent, scope)).toThrow();
      }
    }
    expect(() => positionOf(`${cursor}A`, scope)).toThrow();
  });
});
