import { mondayOf } from '../hours/weeks.js';
import type { Unit } from './grid/columns.js';

export interface PlanSearch {
  readonly by?: Unit | undefined;
  /** A Monday. */
  readonly from?: string | undefined;
}

const isDay = (from: unknown): from is string =>
  typeof from === 'string' &&
  /^20\d\d-\d\d-\d\d$/.test(from) &&
  !Number.isNaN(Date.parse(`${from}T00:00:00Z`));

/** What stands in an address may be anything. The router keeps what is not named here, so each member is. */
export function planSearch({ by, from }: Record<string, unknown>): PlanSearch {
  return {
    by: by === 'day' ? 'day' : undefined,
    from: isDay(from) ? mondayOf(from) : undefined,
  };
}
