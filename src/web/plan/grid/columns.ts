import { addDays, shortDay, weekdayName, weekdayOf, type Day } from '../../hours/weeks.js';

export type Unit = 'week' | 'day';

/** One or seven days that are shown and filled as one. */
export interface Column {
  readonly key: Day;
  readonly days: readonly Day[];
  readonly name: string;
  readonly hint: string;
  readonly isWeekend: boolean;
}

const WEEKS = 12;
const DAYS_OF_WEEK = 7;
const WEEKS_OF_DAYS = 2;

export const MOST_A_DAY = 2400;

/** Monday to Sunday: hours of a week are for its working days. */
const WEIGHTS = [1, 1, 1, 1, 1, 0, 0];

export const daysShown = (unit: Unit): number => (unit === 'week' ? WEEKS : WEEKS_OF_DAYS) * DAYS_OF_WEEK;

/** @param from a Monday */
export function columnsFrom(from: Day, unit: Unit): Column[] {
  const length = unit === 'week' ? DAYS_OF_WEEK : 1;
  return Array.from({ length: daysShown(unit) / length }, (_, index) => {
    const key = addDays(from, index * length);
    return {
      key,
      days: Array.from({ length }, (__, day) => addDays(key, day)),
      name: shortDay(key),
      hint: unit === 'week' ? 'week' : weekdayName(key),
      isWeekend: unit === 'day' && WEIGHTS[weekdayOf(key)] === 0,
    };
  });
}

/**
 * What each day of a column gets of its hours, in hundredths: the parts add up to the whole.
 * Undefined: more than its days have.
 */
export function spread(hundredths: number, { days }: Column): ReadonlyMap<Day, number> | undefined {
  const weights = days.length === 1 ? [1] : WEIGHTS;
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (hundredths > whole * MOST_A_DAY) return undefined;
  let [weight, given] = [0, 0];
  return new Map(
    days.map((day, index) => {
      weight += weights[index] ?? 0;
      const part = Math.round((hundredths * weight) / whole) - given;
      given += part;
      return [day, part];
    }),
  );
}
