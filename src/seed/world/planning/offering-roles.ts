import { workingDays } from '../calendar.js';
import type { Booking } from './bookings.js';
import type { Random } from '../random.js';
import { tagsFor } from '../people/roles.js';
import type { OfferingRoleContent, PlannedDay } from '../world.js';

/** The role of a person on an offering, as it is planned now and as it was sold. */
export function roleOfBooking({ person, offering, hours }: Booking, random: Random): OfferingRoleContent {
  const plan = [...hours.entries()]
    .map(([plan_date, dayHours]) => ({ plan_date, hours: dayHours }))
    .sort((one, other) => (one.plan_date < other.plan_date ? -1 : 1));
  return {
    role: person.role,
    assignment: { type: 'person', key: person.email },
    allocation: allocationOf(plan),
    tags: random.some(tagsFor.offeringRoles, 6),
    plan,
    soldPlan: offering.isInternal ? plan : soldPlanOf(plan, random),
  };
}

/** Part of a full week, from the first to the last day, in hundredths. */
function allocationOf(plan: readonly PlannedDay[]): number {
  const [first, last] = [plan[0], plan.at(-1)];
  if (!first || !last) return 0;
  const quarters = plan.reduce((sum, { hours }) => sum + hours * 4, 0);
  const possible = workingDays(first.plan_date, last.plan_date).length * 8 * 4;
  return Math.round((100 * quarters) / possible) / 100;
}

/** Some were added after the deal was won, some were sold with more or fewer hours. */
function soldPlanOf(plan: readonly PlannedDay[], random: Random): readonly PlannedDay[] {
  if (random.chance(12)) return [];
  if (random.chance(65)) return plan;
  const more = random.pick([-2, -1, -1, 1]);
  return plan.map(({ plan_date, hours }) => ({ plan_date, hours: Math.max(1, hours + more) }));
}
