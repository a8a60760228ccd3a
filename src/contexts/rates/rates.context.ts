import { defineContext } from '../../platform/contexts/index.js';
import { rateCardRateRecords } from './rate-card-rates/rate-card-rate.repository.js';
import { RateCardRateResponse } from './rate-card-rates/rate-card-rate.dto.js';
import { rateCardRecords } from './rate-cards/rate-card.repository.js';
import { RateCardResponse } from './rate-cards/rate-card.dto.js';
import * as topics from './rates.events.js';
import * as resources from './rates.resources.js';
import { RatesModule } from './rates.module.js';

/** What an hour is sold for. */
export const rates = defineContext({
  name: 'rates',
  module: RatesModule,
  scopes: ['rates'],
  topics,
  resources: Object.values(resources),
  records: {
    ratecard: { ...rateCardRecords, response: RateCardResponse },
    ratecardrate: { ...rateCardRateRecords, response: RateCardRateResponse },
  },
  tags: { 'Rate cards': 'Lists of bill rates by role.' },
  description: {
    authentication: 'Cost rates are left out of responses to a token without `rates:read`.',
  },
});
