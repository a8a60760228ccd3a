import { describe, expect, it } from '@jest/globals';
import { newOffering, patchedOffering } from './project-offering-state.js';

const usd = (amount: number) => ({ currency_code: 'USD', amount });

describe('an offering', () => {
  it('has exactly the options of its billing model, with null for those that are not set', () => {
    const optionsOf = (billing_model: Parameters<typeof newOffering>[0]['billing_model']) =>
      newOffering({ name: 'A', billing_model }).billing_model_options;
    expect(optionsOf('time_and_materials')).toEqual({ rate_card_id: null });
    expect(optionsOf('fixed_bid')).toEqual({ fixed_revenue: null });
    expect(optionsOf('fixed_retainer')).toEqual({ retainer_amount: null, retainer_period: null });
    expect(optionsOf('admin')).toEqual({});
  });

  it('has a retainer of a month unless it says otherwise', () => {
    const optionsWith = (billing_model_options: object) =>
      newOffering({ name: 'A', billing_model: 'fixed_retainer', billing_model_options })
        .billing_model_options;
    const retainer_amount = usd(0);
    expect(optionsWith({ retainer_amount })).toEqual({ retainer_amount, retainer_period: 'month' });
    const weekly = { retainer_amount, retainer_period: 'week' };
    expect(optionsWith(weekly)).toEqual(weekly);
  });

  it('keeps its options until they are replaced as a whole, or its billing model is', () => {
    const retainer = { retainer_amount: usd(1), retainer_period: 'week' } as const;
    const before = newOffering({
      name: 'A',
      billing_model: 'fixed_retainer',
      billing_model_options: retainer,
    });
    expect(patchedOffering(before, {})).toEqual(before);
    expect(patchedOffering(before, { name: 'B' })).toEqual({ ...before, name: 'B' });
    expect(patchedOffering(before, { billing_model: 'fixed_retainer' })).toEqual(before);
    const amount = { retainer_amount: usd(2) };
    expect(patchedOffering(before, { billing_model_options: amount })).toEqual({
      ...before,
      billing_model_options: { ...amount, retainer_period: 'month' },
    });
    expect(patchedOffering(before, { billing_model: 'fixed_bid' })).toEqual({
      name: 'A',
      billing_model: 'fixed_bid',
      billing_model_options: { fixed_revenue: null },
      crm_identifiers: [],
    });
  });
});
