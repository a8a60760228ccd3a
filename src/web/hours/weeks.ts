const DAY_MS = 86_400_000;

/** A day as the API has it, such as `2026-11-23`. */
export type Day = string;

const momentOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (moment: number): Day => new Date(moment).toISOString().slice(0, 10);

export const addDays = (day: Day, days: number): Day => dayOf(momentOf(day) + days * DAY_MS);

export const daysBetween = (from: Day, to: Day): number => (momentOf(to) - momentOf(from)) / DAY_MS;

/** What holds all of the days, each range at most so many days long: its first and its last one. */
export function rangesOf(days: readonly Day[], mostDays: number): [first: Day, last: Day][] {
  const ranges: [Day, Day][] = [];
  for (const day of days.toSorted()) {
    const range = ranges.at(-1);
    if (range && daysBetween(range[0], day) < mostDays) range[1] = day;
    else ranges.push([day, day]);
  }
  return ranges;
}

/** 0 is Monday. */
export const weekdayOf = (day: Day): number => (new Date(momentOf(day)).getUTCDay() + 6) % 7;

export const mondayOf = (day: Day): Day => addDays(day, -weekdayOf(day));

/** The Monday of an ISO 8601 week, such as `2026-W07`. */
export function mondayOfWeek(week: string): Day {
  const [year = '', number = ''] = week.split('-W');
  // January 4 is always in the first one.
  return addDays(mondayOf(`${year}-01-04`), (Number(number) - 1) * 7);
}

/** All Mondays from one to another one, both included. */
export const mondaysFrom = (first: Day, last: Day): Day[] =>
  Array.from({ length: Math.max(0, daysBetween(first, last) / 7 + 1) }, (_, index) =>
    addDays(first, index * 7),
  );

/** Where the user is. */
export function today(now = new Date()): Day {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });

export const shortDay = (day: Day): string => short.format(momentOf(day));
export const longDay = (day: Day): string => long.format(momentOf(day));
export const weekdayName = (day: Day): string => weekday.format(momentOf(day));
