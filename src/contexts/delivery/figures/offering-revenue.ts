import type { CalendarDate } from '../../../platform/values/index.js';
import type { BillingModel } from '../billing/billing-model.js';
import { exact, figuresOf, noFigures, rounded, shareOf, sumOf, ZERO, type Figures } from './figures.js';
import type { OfferingBasis, RoleBasis } from '../metrics-basis/metrics-basis.js';
import { periodsTouched, spanOf, spanUpTo } from './retainer-periods.js';

/**
 * What an offering earns by its billing model, without what was sold.
 * @param labor the hours of all its roles
 */
export const revenueOf = (offering: OfferingBasis, labor: Figures, asOf: CalendarDate): Figures =>
  models[offering.billing_model](offering, labor, asOf);

type Recognition = (offering: OfferingBasis, labor: Figures, asOf: CalendarDate) => Figures;

const nothing: Recognition = () => noFigures;

const models: Readonly<Record<BillingModel, Recognition>> = {
  time_and_materials: ({ roles }) => sumOf(roles.map(billedHours)),
  fixed_bid: fixedBid,
  fixed_retainer: retainer,
  non_billable: nothing,
  investment: nothing,
  admin: nothing,
};

/** Of the hours that were worked only those flagged billable are paid; a plan knows no flag. */
function billedHours({ planned, actual, bill_rate }: RoleBasis): Figures {
  const billed = (hours: readonly string[]) =>
    rounded(hours.reduce((sum, each) => sum.plus(each), ZERO).times(exact(bill_rate)));
  return figuresOf(
    ZERO,
    billed(planned.map(({ hours }) => hours)),
    billed(actual.map(({ billable_hours }) => billable_hours)),
    billed(planned.map(({ hours_to_completion }) => hours_to_completion)),
  );
}

/** The price is fixed; it is earned as the work proceeds, whatever the hours are worth. */
function fixedBid(offering: OfferingBasis, { actual, atCompletion }: Figures): Figures {
  const price = exact(offering.fixed_revenue_amount);
  const earned = atCompletion.eq(0) ? ZERO : shareOf(price, actual, atCompletion);
  return figuresOf(ZERO, price, earned, price.minus(earned));
}

/** Each calendar week or month that the work touches is paid in full, and earned when it has begun. */
function retainer(
  { roles, retainer_amount, ...offering }: OfferingBasis,
  _labor: Figures,
  asOf: CalendarDate,
): Figures {
  const period = offering.retainer_period ?? 'month';
  const plannedDays = roles.flatMap(({ planned }) => planned.flatMap(daysOf));
  const actualDays = roles.flatMap(({ actual }) => actual.flatMap(daysOf));
  const whole = spanOf([...plannedDays, ...actualDays]);
  const begun = periodsTouched(period, spanUpTo(whole, asOf));
  const fee = (periods: number) => exact(retainer_amount).times(periods);
  return figuresOf(
    ZERO,
    fee(periodsTouched(period, spanOf(plannedDays))),
    fee(begun),
    fee(periodsTouched(period, whole) - begun),
  );
}

const daysOf = (hours: { readonly first_date: CalendarDate; readonly last_date: CalendarDate }) => [
  hours.first_date,
  hours.last_date,
];
