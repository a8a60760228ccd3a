import { describe, expect, it } from '@jest/globals';
import {
  billingModelMustFitProject,
  billingMustStayOnceStarted,
  optionsMustBelongToModel,
} from './project-offering.rules.js';

const refusal = (code: string, message = '') =>
  expect.objectContaining({ code, message: expect.stringContaining(message) }) as never;

describe('an offering', () => {
  it('has a billing model for such projects: project_offering.billing_model_not_for_project', () => {
    expect(() => billingModelMustFitProject('fixed_bid', 'client')).not.toThrow();
    expect(() => billingModelMustFitProject('admin', 'internal')).not.toThrow();
    expect(() => billingModelMustFitProject('fixed_bid', 'internal')).toThrow(
      refusal('project_offering.billing_model_not_for_project', 'investment, admin'),
    );
  });

  it('has no option of another billing model: request.invalid', () => {
    expect(() => optionsMustBelongToModel('admin', undefined)).not.toThrow();
    expect(() => optionsMustBelongToModel('fixed_retainer', { retainer_period: 'week' })).not.toThrow();
    const money = { currency_code: 'USD', amount: 1 };
    expect(() =>
      optionsMustBelongToModel('fixed_bid', {
        fixed_revenue: money,
        rate_card_id: null,
        retainer_amount: money,
      }),
    ).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        members: {
          'billing_model_options.rate_card_id': ['is not an option of fixed_bid'],
          'billing_model_options.retainer_amount': ['is not an option of fixed_bid'],
        },
      }),
    );
  });

  it('keeps its billing model once work has begun: project_offering.billing_is_frozen', () => {
    expect(() => billingMustStayOnceStarted('awaiting_start', true)).not.toThrow();
    expect(() => billingMustStayOnceStarted('completed', false)).not.toThrow();
    expect(() => billingMustStayOnceStarted('in_progress', true)).toThrow(
      refusal('project_offering.billing_is_frozen'),
    );
  });
});
