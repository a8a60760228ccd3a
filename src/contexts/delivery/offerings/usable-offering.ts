import { billingModelTraits } from '../billing/billing-model.js';
import type { LockedOffering } from './locked-offering.repository.js';

export interface UsableOffering extends LockedOffering {
  /** Whether hours count as billable unless they say otherwise. */
  readonly is_billable: boolean;
}

export const usableOffering = (offering: LockedOffering): UsableOffering => ({
  ...offering,
  is_billable: billingModelTraits[offering.billing_model].isBillable,
});
