import { describe, expect, it } from '@jest/globals';
import { costRateMustBeWritable, effectiveDateMustComeWithRate } from './cost-rate.rules.js';

const rate = { currency_code: 'USD', amount: 1 };

describe('a cost rate', () => {
  it('is set by those who may, else person.cost_rate_forbidden, also to clear it', () => {
    expect(() => costRateMustBeWritable(true, { cost_rate: rate })).not.toThrow();
    expect(() => costRateMustBeWritable(false, {})).not.toThrow();
    for (const sent of [
      { cost_rate: rate },
      { cost_rate: null },
      { cost_rate_effective_date: '2026-11-21' },
    ]) {
      expect(() => costRateMustBeWritable(false, sent)).toThrow(
        expect.objectContaining({ code: 'person.cost_rate_forbidden', kind: 'forbidden' }),
      );
    }
  });

  it('comes with its day or without, the day never without the rate: request.invalid', () => {
    const day = { cost_rate_effective_date: '2026-11-21' };
    expect(() => effectiveDateMustComeWithRate({ ...day, cost_rate: null })).not.toThrow();
    expect(() => effectiveDateMustComeWithRate({ cost_rate: rate })).not.toThrow();
    expect(() => effectiveDateMustComeWithRate(day)).toThrow(
      expect.objectContaining({ code: 'request.invalid' }),
    );
  });
});
