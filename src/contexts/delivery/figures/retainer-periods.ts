import { dayNumberOf, type CalendarDate } from '../../../platform/values/index.js';
import type { RetainerPeriod } from '../billing/billing-model.js';

/** A first and a last day, both included. */
export interface Span {
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

/** The number of calendar weeks (Monday to Sunday) or calendar months that a span touches; 0 when there is none. */
export const periodsTouched = (period: RetainerPeriod, span: Span | null): number =>
  span === null ? 0 : periodNumber[period](span.last) - periodNumber[period](span.first) + 1;

/** The part of a span up to a day; null when it begins later. A period in which work has yet to begin has not begun. */
export function spanUpTo(span: Span | null, day: CalendarDate): Span | null {
  if (span === null || span.first > day) return null;
  return span.last > day ? { ...span, last: day } : span;
}

/** From the first day of all to the last of all; null when no days are given. */
export function spanOf(days: readonly CalendarDate[]): Span | null {
  const sorted = [...days].sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  return first === undefined || last === undefined ? null : { first, last };
}

const periodNumber: Readonly<Record<RetainerPeriod, (day: CalendarDate) => number>> = {
  // Day 0, 1970-01-01, was a Thursday: its week began three days before.
  week: (day) => Math.floor((dayNumberOf(day) + 3) / 7),
  month: (day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)),
};
