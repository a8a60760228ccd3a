export {
  addDays,
  dayIn,
  dayNumberOf,
  isCalendarDate,
  isTimeZone,
  weekdayOf,
  type CalendarDate,
} from './calendar/calendar-date.js';
export { changesIn, hasChanges } from './changes.js';
export { Clock } from './clock.js';
export { EMAIL_ADDRESS, EMAIL_FAULT, isEmailAddress } from './email-address.js';
export { exampleId } from './example-id.js';
export { grouped } from './grouped.js';
export { firstIdAt, isId, newId, NIL_ID } from './id.js';
export { ISO_WEEK, isIsoWeek, mondayOf, type IsoWeek } from './calendar/iso-week.js';
export { isLoopbackHost } from './loopback-host.js';
export { isCurrencyCode, type Money } from './money.js';
export { nameKey } from './name-key.js';
export { parsedUrl } from './parsed-url.js';
export { snakeCase } from './snake-case.js';
export { spread } from './spread.js';
export { isStorableText, isTextOf, MAX_NAME_LENGTH, textFault } from './text.js';
