import { describe, expect, it } from '@jest/globals';
import { changedMembers, nameOf, wordsOf } from './change-words.js';

describe('a change in words', () => {
  it('tells from what to what, and of what is hidden at least the member', () => {
    const values = { status: { from: 'pre_sale', to: 'in_progress' }, '2026-11-23': { from: 0, to: 7.5 } };
    expect(changedMembers(values, ['status', 'default_cost_rate'])).toEqual([
      { name: 'status', from: 'pre_sale', to: 'in_progress' },
      { name: '2026-11-23', from: '0', to: '7.5' },
      { name: 'default_cost_rate', from: '', to: '' },
    ]);
    expect(changedMembers(undefined, [])).toEqual([]);
  });

  it('reads values as people do', () => {
    expect([null, '', [], ['a', 'b'], false, 0].map(wordsOf)).toEqual([
      'nothing',
      'nothing',
      'none',
      'a, b',
      'false',
      '0',
    ]);
    expect(wordsOf({ currency_code: 'EUR', amount: 80 })).toBe('80 EUR');
    expect(wordsOf({ rate_card_id: null })).toBe('{"rate_card_id":null}');
  });

  it('calls a record by its name, a person by theirs', () => {
    expect(nameOf({ name: 'Website' })).toBe('Website');
    expect(nameOf({ given_name: 'Ada', family_name: null, email_address: 'ada@example.com' })).toBe('Ada');
    expect(nameOf({ given_name: null, email_address: 'ada@example.com' })).toBe('ada@example.com');
    expect([nameOf(null), nameOf({ hours: 7.5 }), nameOf([])]).toEqual([undefined, undefined, undefined]);
  });
});
