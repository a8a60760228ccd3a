import { describe, expect, it } from '@jest/globals';
import { entityTag, entityTagsOf, isTagOf } from './entity-tags.js';

const VERSION = '2026-11-21T06:30:00.000Z';

describe('the entity tags of a precondition', () => {
  it('are a star or a list, whose tags may hold commas', () => {
    expect(entityTagsOf(' * ')).toBe('*');
    expect(entityTagsOf('"a"')).toEqual(['"a"']);
    expect(entityTagsOf('"a", W/"b,c" ,, ""')).toEqual(['"a"', 'W/"b,c"', '""']);
  });

  it('are refused where they are not well-formed, however long', () => {
    for (const header of ['', 'a', '"a', '"a" "b"', '"a", *', 'w/"a"', `"a"${' ,'.repeat(8000)}x`]) {
      expect([header.slice(0, 20), entityTagsOf(header)]).toEqual([header.slice(0, 20), null]);
    }
  });

  it('are compared by the version alone, and never match when weak', () => {
    expect(isTagOf(entityTag(VERSION), VERSION)).toBe(true);
    expect(isTagOf(entityTag(VERSION, 'digest'), VERSION)).toBe(true);
    expect(isTagOf(`W/${entityTag(VERSION)}`, VERSION)).toBe(false);
    expect(isTagOf('"2026-11-21T06:30:00.001Z"', VERSION)).toBe(false);
  });
});
