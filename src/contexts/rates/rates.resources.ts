import { defineResource } from '../../platform/resources/index.js';
import { rateCardRateNotFound } from './rate-card-rates/rate-card-rate.rules.js';
import { rateCardNotFound } from './rate-cards/rate-card.rules.js';

export const rateCardResource = defineResource({
  type: 'ratecard',
  noun: 'rate card',
  table: 'rate_cards',
  notFound: rateCardNotFound,
  crmIdentifiers: { table: 'rate_card_crm_identifiers', owner: 'rate_card_id' },
  hasNames: true,
});

export const rateCardRateResource = defineResource({
  type: 'ratecardrate',
  noun: 'rate card rate',
  table: 'rate_card_rates',
  notFound: rateCardRateNotFound,
  crmIdentifiers: { table: 'rate_card_rate_crm_identifiers', owner: 'rate_card_rate_id' },
  parent: { resource: rateCardResource, column: 'rate_card_id' },
});
