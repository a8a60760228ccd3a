export {
  addDays,
  dayIn,
  dayNumberOf,
  isCalendarDate,
  isTimeZone,
  weekdayOf,
  type CalendarDate,
} from './calendar-date.js';
export { changesIn, hasChanges } from './changes.js';
export { Clock } from './clock.js';
export { isEmailAddress } from './email-address.js';
export { firstIdAt, isId, newId } from './id.js';
export { isCurrencyCode, type Money } from './money.js';
export { nameKey } from './name-key.js';
