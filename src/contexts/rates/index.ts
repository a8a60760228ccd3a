export { rates } from './rates.context.js';
export * from './rates.resources.js';
export { UsableRateCards } from './rate-cards/usable-rate-cards.js';
export { rateCardNotUsable } from './rate-cards/rate-card.rules.js';
export { RatesModule } from './rates.module.js';
