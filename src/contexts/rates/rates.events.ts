import { created, deleted, idMember, modified } from '../../platform/events/index.js';

const inCard = { rateCardId: idMember('The rate card of the rate.') };

export const rateCardCreated = created('ratecard', 'rate card');
export const rateCardModified = modified('ratecard', 'rate card');
export const rateCardRateCreated = created('ratecardrate', 'rate card rate', inCard);
export const rateCardRateModified = modified('ratecardrate', 'rate card rate', inCard);
export const rateCardRateDeleted = deleted('ratecardrate', 'rate card rate', inCard);
