/** A calendar day, `YYYY-MM-DD`: days compare as their texts do. */
export type Day = string;

const DAY_MS = 86_400_000;

const toDate = (day: Day): Date => new Date(`${day}T00:00:00Z`);
const toDay = (date: Date): Day => date.toISOString().slice(0, 10);

export const addDays = (day: Day, days: number): Day =>
  toDay(new Date(toDate(day).getTime() + days * DAY_MS));

export const daysBetween = (from: Day, to: Day): number =>
  Math.round((toDate(to).getTime() - toDate(from).getTime()) / DAY_MS);

/** The same day of another month, or that month's last one. */
export function addMonths(day: Day, months: number): Day {
  const date = toDate(day);
  const target = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(date.getUTCDate(), last));
  return toDay(target);
}

/** 0 = Monday to 6 = Sunday. */
export const weekdayOf = (day: Day): number => (toDate(day).getUTCDay() + 6) % 7;

export const mondayOf = (day: Day): Day => addDays(day, -weekdayOf(day));

const fixedHolidays = new Set(['01-01', '01-06', '05-01', '11-01', '12-24', '12-25', '12-26', '12-31']);

/** Days like public holidays: some fixed ones, and the last Mondays of May and August. */
export function isHoliday(day: Day): boolean {
  if (fixedHolidays.has(day.slice(5))) return true;
  const isLastMonday = weekdayOf(day) === 0 && addDays(day, 7).slice(5, 7) !== day.slice(5, 7);
  return isLastMonday && ['05', '08'].includes(day.slice(5, 7));
}

export const isWorkingDay = (day: Day): boolean => weekdayOf(day) < 5 && !isHoliday(day);

/** Working days from one day to another, both included. */
export function workingDays(from: Day, to: Day): Day[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) if (isWorkingDay(day)) days.push(day);
  return days;
}

export const earlier = (one: Day, other: Day): Day => (one < other ? one : other);
export const later = (one: Day, other: Day): Day => (one > other ? one : other);
