import { addDays, weekdayOf, type CalendarDate } from '../../../platform/values/index.js';
import type { CalculationThreshold } from '../../organization/domain.js';

/** The last day whose actual time counts: today, or the Sunday before the week (Monday to Sunday) that today is in. */
export const asOfDate = (threshold: CalculationThreshold, today: CalendarDate): CalendarDate =>
  threshold === 'current_day' ? today : addDays(today, -weekdayOf(today));
