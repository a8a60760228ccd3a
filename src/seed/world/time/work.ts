import type { Booking } from '../planning/bookings.js';
import type { Day } from '../calendar.js';
import { descriptions, notCharged } from './descriptions.js';
import { offeringsFor } from '../planning/offering-choice.js';
import type { OfferingFrame } from '../projects/projects.js';
import type { Random } from '../random.js';
import type { Department } from '../people/roles.js';
import type { BillingModel, PersonContent, WorkEntry } from '../world.js';

export type Work = Omit<WorkEntry, 'approval'>;

const chargeable: ReadonlySet<BillingModel> = new Set(['time_and_materials', 'fixed_bid', 'fixed_retainer']);

/** Near the plan, with offerings that run over, missed days, and help elsewhere. */
export function makeWork(
  bookings: readonly Booking[],
  offerings: readonly OfferingFrame[],
  until: Day,
  random: Random,
): Work[] {
  const driftOf = new Map(offerings.map((offering) => [offering, random.pick([-0.25, 0, 0, 0, 0.25, 0.75])]));
  const work = bookings.flatMap((booking) =>
    [...booking.hours].flatMap(([day, planned]) => {
      const isRecorded = day < until || (day === until && random.chance(50));
      if (!isRecorded || random.chance(4)) return [];
      const drift = planned >= 4 ? (driftOf.get(booking.offering) ?? 0) : 0;
      const hours = planned + drift + random.pick([-1, -0.5, 0, 0, 0, 0, 0.25, 0.5, 1]);
      const own = entryOf(booking.person, booking.offering, day, Math.max(0.5, hours), random);
      return random.chance(2) ? [own, ...help(booking, offerings, day, random)] : [own];
    }),
  );
  return work.sort((one, other) => compare(one.date, other.date) || compare(one.person, other.person));
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** An hour or two for something that the person was not planned for that day. */
function help(
  { person, offering }: Booking,
  offerings: readonly OfferingFrame[],
  day: Day,
  random: Random,
): Work[] {
  const others = offeringsFor(person, offerings, day).filter((other) => other !== offering);
  if (others.length === 0) return [];
  return [entryOf(person, random.pick(others), day, random.pick([0.5, 1, 1.5, 2]), random)];
}

function entryOf(
  person: PersonContent,
  offering: OfferingFrame,
  date: Day,
  hours: number,
  random: Random,
): Work {
  const canBeCharged = chargeable.has(offering.theme.billingModel);
  const billable = canBeCharged && random.chance(95);
  const texts = canBeCharged && !billable ? notCharged : descriptions[person.department as Department];
  return {
    person: person.email,
    offering: offering.key,
    date,
    hours,
    billable,
    description: random.chance(65) ? random.pick(texts) : null,
  };
}
