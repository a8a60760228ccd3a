import { hundredthsOf } from '../../hours/hundredths.js';
import { addDays, mondayOf, mondayOfWeek, mondaysFrom, type Day } from '../../hours/weeks.js';

/** In hundredths of an hour. */
export interface WeekOfHours {
  readonly monday: Day;
  readonly planned: number;
  readonly actual: number;
  /** With all weeks before it. */
  readonly plannedSoFar: number;
  readonly actualSoFar: number;
}

interface Planned {
  readonly plan_date: string;
  readonly hours: number;
}

interface Worked {
  /** ISO 8601. */
  readonly week?: string;
  readonly hours: number;
}

/** Each week from the first to the last that has hours. */
export function hoursByWeek(planned: readonly Planned[], worked: readonly Worked[]): WeekOfHours[] {
  const plan = sums(planned.map(({ plan_date, hours }) => [mondayOf(plan_date), hours]));
  const actual = sums(worked.map(({ week = '', hours }) => [mondayOfWeek(week), hours]));
  const known = [...plan.keys(), ...actual.keys()].sort();
  const [first, last] = [known.at(0), known.at(-1)];
  if (first === undefined || last === undefined) return [];
  let [plannedSoFar, actualSoFar] = [0, 0];
  return mondaysFrom(first, last).map((monday) => {
    const week = { monday, planned: plan.get(monday) ?? 0, actual: actual.get(monday) ?? 0 };
    plannedSoFar += week.planned;
    actualSoFar += week.actual;
    return { ...week, plannedSoFar, actualSoFar };
  });
}

/** How far the line of what was worked goes: nobody has worked in weeks to come. */
export const weeksUntil = (weeks: readonly WeekOfHours[], day: Day): WeekOfHours[] =>
  weeks.filter(({ monday }) => monday <= day);

export const lastDayOf = ({ monday }: WeekOfHours): Day => addDays(monday, 6);

function sums(hours: readonly (readonly [Day, number])[]): Map<Day, number> {
  const byWeek = new Map<Day, number>();
  for (const [monday, each] of hours) byWeek.set(monday, (byWeek.get(monday) ?? 0) + hundredthsOf(each));
  return byWeek;
}
