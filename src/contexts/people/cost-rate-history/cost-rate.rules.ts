import { invalid, notFound, refusal } from '../../../platform/errors/index.js';
import type { CalendarDate, Money } from '../../../platform/values/index.js';

export const costRateNotFound = notFound(
  'cost_rate.not_found',
  'The person has no cost rate that begins on this day.',
);

export interface CostRateMembers {
  readonly cost_rate?: Money | null;
  readonly cost_rate_effective_date?: CalendarDate;
}

/** The rate of a person from a day on; null: none. */
export interface EffectiveCostRate {
  readonly effective_date: CalendarDate;
  readonly cost_rate: Money | null;
}

/** The day from which the rate of a new person counts: before any work. */
export const ALWAYS: CalendarDate = '1900-01-01';

export const personCostRateForbidden = refusal(
  'forbidden',
  'person.cost_rate_forbidden',
  'cost_rate: setting it needs the scope "rates:write", which the access token lacks.',
);

/** What people cost is set by those only who may change rates. */
export function costRateMustBeWritable(
  mayWriteRates: boolean,
  { cost_rate, cost_rate_effective_date }: CostRateMembers,
): void {
  if (mayWriteRates || (cost_rate === undefined && cost_rate_effective_date === undefined)) return;
  throw personCostRateForbidden();
}

/** A day alone says nothing about the rate: it is no way to move an earlier change. */
export function effectiveDateMustComeWithRate({
  cost_rate,
  cost_rate_effective_date,
}: CostRateMembers): void {
  if (cost_rate_effective_date === undefined || cost_rate !== undefined) return;
  throw invalid({ cost_rate_effective_date: ['must come together with cost_rate'] });
}
