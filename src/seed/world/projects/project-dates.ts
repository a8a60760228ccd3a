import { addDays, daysBetween, earlier, later, type Day } from '../calendar.js';
import type { Random } from '../random.js';
import type { Status, TimeSpan } from '../world.js';

/** First and last day of a project, as they fit what has become of it. Internal ones fill the whole time. */
export function datesOf(status: Status, isInternal: boolean, span: TimeSpan, random: Random): [Day, Day] {
  const { from, until, to } = span;
  const past = daysBetween(from, until);
  const ahead = daysBetween(until, to);
  if (isInternal) return [from, status === 'completed' ? addDays(until, -Math.round(past / 4)) : to];
  const inPast = (least: number, most: number) =>
    addDays(from, Math.round((past * random.between(least, most)) / 100));
  const inFuture = (least: number, most: number) =>
    addDays(until, Math.max(1, Math.round((ahead * random.between(least, most)) / 100)));
  switch (status) {
    case 'completed':
      return [inPast(-30, 15), inPast(55, 94)];
    case 'in_progress':
      return [inPast(-20, 50), inFuture(25, 100)];
    case 'on_hold':
      return [inPast(-20, 15), to];
    case 'awaiting_start':
      return [inFuture(5, 35), to];
    case 'pre_sale':
      return [inFuture(15, 45), inFuture(80, 100)];
  }
}

/** From some time ago until the middle of what is planned. */
export function pauseOf(start: Day, end: Day, { from, until, to }: TimeSpan): { from: Day; to: Day } {
  const since = addDays(until, -Math.round(daysBetween(from, until) / 4));
  return {
    from: later(since, addDays(start, 7)),
    to: earlier(end, addDays(until, Math.round(daysBetween(until, to) / 2))),
  };
}
