import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, notFound, unprocessable } from '../../../platform/errors/index.js';
import { crmIdentifierTaken } from '../../../platform/crm-identifiers/index.js';

export const rateCardNotFound = notFound('rate_card.not_found', 'There is no rate card with this id.');

export const rateCardNameInUse = conflict(
  'rate_card.name_in_use',
  'Another rate card has this name: use that one, choose another name, or archive it.',
);

export const rateCardCrmIdentifierInUse = conflict(
  'rate_card.crm_identifier_in_use',
  crmIdentifierTaken('rate card'),
);

/** A name must lead to one rate card. */
declareConstraintErrors({
  rate_card_crm_identifiers_key: rateCardCrmIdentifierInUse,
  rate_cards_name_key: rateCardNameInUse,
});

export const rateCardDefaultIsArchived = conflict(
  'rate_card.default_is_archived',
  'An archived rate card cannot be the default: make another card the default first, or un-archive this one.',
);

/** What is offered by default must be usable. */
export function defaultCardMustNotBeArchived({
  is_default,
  is_archived,
}: {
  readonly is_default: boolean;
  readonly is_archived: boolean;
}): void {
  if (!is_default || !is_archived) return;
  throw rateCardDefaultIsArchived();
}

export const rateCardCurrencyIsFixed = conflict(
  'rate_card.currency_is_fixed',
  'The currency of a rate card is fixed once it is made: make another card.',
);

/** The rates of a card are amounts in its currency; another currency would silently change what they are worth. */
export function currencyMustStay(changedCurrency: string | undefined): void {
  if (changedCurrency === undefined) return;
  throw rateCardCurrencyIsFixed();
}

export const rateCardNotUsable = unprocessable(
  'rate_card.not_usable',
  (member: string) =>
    `${member}: the organization has no such rate card, or it is archived. Use one of GET /v1/rate-cards?is_archived=false.`,
  'billing_model_options.rate_card_id',
);
