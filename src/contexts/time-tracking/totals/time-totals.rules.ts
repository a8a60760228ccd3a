import { unprocessable } from '../../../platform/errors/index.js';

export const MAX_GROUPS = 10_000;

export const timeTotalsTooManyGroups = unprocessable(
  'time_totals.too_many_groups',
  `group_by: there would be more than ${MAX_GROUPS} groups. Ask for fewer days, filter, or group by something coarser.`,
);

/** An answer has one page. */
export function groupsMustBeFew(count: number): void {
  if (count > MAX_GROUPS) throw timeTotalsTooManyGroups();
}
