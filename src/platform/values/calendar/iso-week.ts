import { addDays, weekdayOf, type CalendarDate } from './calendar-date.js';

/** ISO 8601, such as `2026-W07`, from year 1900 to 9999. */
export type IsoWeek = string;

export const ISO_WEEK = /^(?:19|[2-9]\d)\d\d-W(?:0[1-9]|[1-4]\d|5[0-3])$/;

export function isIsoWeek(value: unknown): value is IsoWeek {
  if (typeof value !== 'string' || !ISO_WEEK.test(value)) return false;
  // A year has the weeks whose Thursday is in it.
  return !value.endsWith('53') || addDays(mondayOf(value), 3).startsWith(value.slice(0, 4));
}

export function mondayOf(week: IsoWeek): CalendarDate {
  const fourth = `${week.slice(0, 4)}-01-04`;
  return addDays(fourth, 1 - weekdayOf(fourth) + 7 * (Number(week.slice(6)) - 1));
}
