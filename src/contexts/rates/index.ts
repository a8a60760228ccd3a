export { RateCardDirectory } from './rate-cards/rate-card-directory.js';
export { RatesModule } from './rates.module.js';
export { rateCardNotUsable } from './rate-cards/rate-card.rules.js';
