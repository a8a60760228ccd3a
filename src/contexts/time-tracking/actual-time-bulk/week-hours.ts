import {
  addDays,
  mondayOf,
  spread,
  type CalendarDate,
  type IsoWeek,
} from '../../../platform/values/index.js';

export interface DayHours {
  readonly recorded_date: CalendarDate;
  readonly hours: number;
}

const MONDAY_TO_FRIDAY = [1, 1, 1, 1, 1];

/** The hours of a week on its working days, exact to the hundredth; a day that gets none is left out. */
export function daysOfWeek(week: IsoWeek, hours: number): DayHours[] {
  const monday = mondayOf(week);
  return spread(Math.round(hours * 100), MONDAY_TO_FRIDAY).flatMap((hundredths, day) =>
    hundredths > 0 ? [{ recorded_date: addDays(monday, day), hours: hundredths / 100 }] : [],
  );
}
