import { describe, expect, it } from '@jest/globals';
import { billRateMustBeInCurrency } from './rate-card-rate.rules.js';

describe('a bill rate', () => {
  it('is in the currency of its card: rate_card_rate.currency_differs', () => {
    const rate = { currency_code: 'USD', amount: 180 };
    expect(() => billRateMustBeInCurrency(rate, 'USD')).not.toThrow();
    expect(() => billRateMustBeInCurrency(undefined, 'EUR')).not.toThrow();
    expect(() => billRateMustBeInCurrency(rate, 'EUR')).toThrow(
      expect.objectContaining({ code: 'rate_card_rate.currency_differs', kind: 'unprocessable' }),
    );
  });
});
