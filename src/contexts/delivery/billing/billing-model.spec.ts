import { describe, expect, it } from '@jest/globals';
import { billingModels, billingModelsOf, billingModelTraits } from './billing-model.js';

describe('a billing model', () => {
  it('is for client projects or for internal ones', () => {
    expect(billingModelsOf('client')).toEqual([
      'time_and_materials',
      'fixed_bid',
      'fixed_retainer',
      'non_billable',
    ]);
    expect(billingModelsOf('internal')).toEqual(['investment', 'admin']);
  });

  it('makes hours billable where a client pays for them', () => {
    const billable = billingModels.filter((model) => billingModelTraits[model].isBillable);
    expect(billable).toEqual(['time_and_materials', 'fixed_bid', 'fixed_retainer']);
  });

  it('shares no option with another one', () => {
    const options = billingModels.flatMap((model) => billingModelTraits[model].options);
    expect(options).toEqual(['rate_card_id', 'fixed_revenue', 'retainer_amount', 'retainer_period']);
  });
});
