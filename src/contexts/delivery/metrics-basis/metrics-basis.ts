import { grouped, type CalendarDate } from '../../../platform/values/index.js';
import type { BillingModel, RetainerPeriod } from '../billing/billing-model.js';
import type { RecordedHours } from '../ports/recorded-time.port.js';

export type OfferingScope =
  { readonly projectId: string; readonly offeringId?: string } | { readonly projectIds: readonly string[] };

// Numbers are exact, as text; amounts are in the currency of the project.

/** Hours of one offering role that are planned at one cost rate of its person. */
export interface PlannedHours {
  /** Cost of an hour; null where the person has no rate in the currency, or there is no person. */
  readonly cost_rate: string | null;
  readonly hours: string;
  /** Those of the hours that are planned after the as-of date. */
  readonly hours_to_completion: string;
  readonly first_date: CalendarDate;
  readonly last_date: CalendarDate;
}

export interface RoleBasis {
  readonly id: string;
  readonly role_id: string;
  /** Cost of an hour where the person has no rate; null: 0. */
  readonly default_cost_rate: string | null;
  /** Price of an hour on the rate card of the offering; null: 0. */
  readonly bill_rate: string | null;
  readonly sold_hours: string | null;
  readonly sold_cost_amount: string | null;
  readonly planned: readonly PlannedHours[];
  /** Up to the as-of date. */
  readonly actual: readonly Omit<RecordedHours, 'cost_rate_currency_code'>[];
}

interface CostRateCurrency {
  readonly cost_rate_currency_code: string | null;
}

export interface PlannedRole extends Omit<RoleBasis, 'planned' | 'actual'> {
  readonly project_offering_id: string;
  readonly default_cost_rate_currency_code: string | null;
  readonly bill_rate_currency_code: string | null;
  readonly planned: readonly (PlannedHours & CostRateCurrency)[];
}

export interface OfferingBasis {
  readonly id: string;
  readonly project_id: string;
  readonly currency_code: string;
  readonly billing_model: BillingModel;
  readonly fixed_revenue_amount: string | null;
  readonly retainer_amount: string | null;
  readonly retainer_period: RetainerPeriod | null;
  readonly sold_hours: string | null;
  readonly sold_cost_amount: string | null;
  readonly sold_revenue_amount: string | null;
  readonly roles: readonly RoleBasis[];
}

export type OfferingTerms = Omit<OfferingBasis, 'roles'>;

/**
 * Puts together what was read table by table; time of a role that is not among the roles is left out, and so are rates
 * in another currency than that of the project.
 */
export function offeringBases(
  offerings: readonly OfferingTerms[],
  roles: readonly PlannedRole[],
  recorded: readonly RecordedHours[],
): OfferingBasis[] {
  const recordedOf = grouped(recorded, (hours) => hours.project_offering_role_id);
  const rolesOf = grouped(roles, (role) => role.project_offering_id);
  return offerings.map((offering) => {
    const { currency_code: currency } = offering;
    const ofOffering = rolesOf.get(offering.id) ?? [];
    return {
      ...offering,
      roles: ofOffering.map((role) => roleIn(currency, role, recordedOf.get(role.id) ?? [])),
    };
  });
}

function roleIn(currency: string, role: PlannedRole, actual: readonly RecordedHours[]): RoleBasis {
  const inCurrency = <Hours extends CostRateCurrency & { readonly cost_rate: string | null }>(
    hours: Hours,
  ) => (hours.cost_rate_currency_code === currency ? hours : { ...hours, cost_rate: null });
  return {
    ...role,
    default_cost_rate: role.default_cost_rate_currency_code === currency ? role.default_cost_rate : null,
    bill_rate: role.bill_rate_currency_code === currency ? role.bill_rate : null,
    planned: role.planned.map(inCurrency),
    actual: actual.map(inCurrency),
  };
}
