import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, notFound, unprocessable } from '../../../platform/errors/index.js';
import type { Money } from '../../../platform/values/index.js';
import { crmIdentifierTaken } from '../../../platform/crm-identifiers/index.js';

export const rateCardRateNotFound = notFound(
  'rate_card_rate.not_found',
  'There is no rate with this id on this rate card.',
);

export const rateCardRateRoleHasRate = conflict(
  'rate_card_rate.role_has_rate',
  'The rate card has a rate for this role already: change that one.',
);

export const rateCardRateCrmIdentifierInUse = conflict(
  'rate_card_rate.crm_identifier_in_use',
  crmIdentifierTaken('rate'),
);

/** An hour of a role has one price on a card. */
declareConstraintErrors({
  rate_card_rate_crm_identifiers_key: rateCardRateCrmIdentifierInUse,
  rate_card_rates_role_key: rateCardRateRoleHasRate,
});

export const rateCardRateCurrencyDiffers = unprocessable(
  'rate_card_rate.currency_differs',
  (currencyCode: string) => `bill_rate: the rate card is in ${currencyCode}, so its rates must be too.`,
  'USD',
);

/** A card is in one currency, so that its rates can be compared and added up. */
export function billRateMustBeInCurrency(billRate: Money | undefined, currencyCode: string): void {
  if (billRate === undefined || billRate.currency_code === currencyCode) return;
  throw rateCardRateCurrencyDiffers(currencyCode);
}
