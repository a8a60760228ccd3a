import { daysBetween } from '../calendar.js';
import type { OfferingFrame } from './projects.js';
import type { Random } from '../random.js';
import { rateCards, roleNamed } from '../people/roles.js';
import type { BillingOptions, OfferingRoleContent } from '../world.js';

/** What the planned hours are worth, in whole units of the currency. */
export function worthOf(roles: readonly OfferingRoleContent[]): number {
  return roles.reduce((sum, { role, plan, soldPlan }) => {
    const quarters = (soldPlan.length > 0 ? soldPlan : plan).reduce((hours, day) => hours + day.hours * 4, 0);
    const { billRate, costRate } = roleNamed(role);
    return sum + Math.round((quarters * (billRate || costRate)) / 4);
  }, 0);
}

/** Prices near what the hours are worth, so that margins look real. */
export function optionsOf(
  { theme, from, to }: OfferingFrame,
  roles: readonly OfferingRoleContent[],
  random: Random,
): BillingOptions {
  const worth = Math.max(4000, (worthOf(roles) * random.between(88, 112)) / 100);
  switch (theme.billingModel) {
    case 'time_and_materials':
      return { rateCard: random.pick(rateCards).name };
    case 'fixed_bid':
      return { fixedRevenue: roundedTo(500, worth) };
    case 'fixed_retainer': {
      const period = random.chance(25) ? 'week' : 'month';
      const periods = Math.max(1, Math.round(daysBetween(from, to) / (period === 'week' ? 7 : 30)));
      return { retainer: { amount: Math.max(250, roundedTo(250, worth / periods)), period } };
    }
    default:
      return {};
  }
}

export const roundedTo = (step: number, amount: number): number => Math.round(amount / step) * step;
