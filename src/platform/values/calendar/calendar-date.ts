/** `YYYY-MM-DD`, from year 1900 to 9999. */
export type CalendarDate = string;

const dayPattern = /^(?:19|[2-9]\d)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

export function isCalendarDate(value: unknown): value is CalendarDate {
  if (typeof value !== 'string' || !dayPattern.test(value)) return false;
  const day = Number(value.slice(8));
  return day <= 28 || day <= daysInMonth(Number(value.slice(0, 4)), Number(value.slice(5, 7)));
}

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

const DAY = 24 * 60 * 60 * 1000;

export const dayNumberOf = (day: CalendarDate): number => Date.parse(`${day}T00:00:00Z`) / DAY;

export const addDays = (day: CalendarDate, days: number): CalendarDate =>
  new Date((dayNumberOf(day) + days) * DAY).toISOString().slice(0, 10);

/** ISO 8601: 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: CalendarDate): number => new Date(dayNumberOf(day) * DAY).getUTCDay() || 7;

const formats = new Map<string, Intl.DateTimeFormat>();
const LONGEST_TIME_ZONE = 64;
// Node knows them all the same. PostgreSQL does not, or means another zone.
const unknownToIana =
  /^(ACT|AET|AGT|ART|AST|BET|BST|CAT|CNT|CST|CTT|EAT|ECT|IET|IST|JST|MIT|NET|NST|PLT|PNT|PRT|PST|SST|VST|SystemV\/.*|US\/Pacific-New)$/i;

export function dayIn(timeZone: string, instant: Date): CalendarDate {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formats.set(timeZone, format);
  }
  return format.format(instant);
}

export function isTimeZone(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > LONGEST_TIME_ZONE) return false;
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(value) || unknownToIana.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
