import { describe, expect, it } from '@jest/globals';
import { Conditions } from './conditions.js';

describe('conditions', () => {
  it('number their values and leave out those that have none', () => {
    const conditions = new Conditions().and('a = ?', 1).and('b = ?', undefined).and('c = ? OR d = ?', 'x');
    expect(conditions.text).toBe('(a = $1) AND (c = $2 OR d = $2)');
    expect(conditions.parameters).toEqual([1, 'x']);
  });

  it('tell where the list starts apart from the rest', () => {
    const conditions = new Conditions()
      .andStart('day >= ?', 1)
      .andStart('day > ?', undefined)
      .and('a = ?', 2);
    expect(conditions.text).toBe('(a = $2) AND (day >= $1)');
    expect(conditions.textWithoutStart).toBe('(a = $2)');
    expect(conditions.parameters).toEqual([1, 2]);
  });

  it('look for every word, with wildcards as ordinary characters', () => {
    const conditions = new Conditions().andWords('name_key LIKE ?', ' 100%  A_b\\ ');
    expect(conditions.parameters).toEqual(['%100\\%%', '%a\\_b\\\\%']);
    expect(new Conditions().andWords('name_key LIKE ?', undefined).parameters).toEqual([]);
  });
});
