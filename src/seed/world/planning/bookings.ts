import { addDays, daysBetween, earlier, later, weekdayOf, workingDays, type Day } from '../calendar.js';
import { internalOfferingsFor, isActiveOn, offeringsFor } from './offering-choice.js';
import type { OfferingFrame } from '../projects/projects.js';
import type { Random } from '../random.js';
import type { PersonContent, TimeSpan } from '../world.js';

/** The hours that a person is planned for an offering, by day. */
export interface Booking {
  readonly person: PersonContent;
  readonly offering: OfferingFrame;
  readonly hours: Map<Day, number>;
}

const fullDay = 8;

/** Books everybody, from one block of weeks to the next, so that nobody has more hours than their capacity. */
export function makeBookings(
  people: readonly PersonContent[],
  offerings: readonly OfferingFrame[],
  span: TimeSpan,
  random: Random,
): Booking[] {
  const diary = new Diary();
  for (const person of people) bookPerson(person, offerings, span, diary, random);
  return diary.bookings();
}

/** Who is booked where, and how much each offering has got. */
class Diary {
  private readonly byKey = new Map<string, Booking>();
  private readonly load = new Map<OfferingFrame, number>();

  book(person: PersonContent, offering: OfferingFrame, day: Day, hours: number): void {
    const key = `${person.email} ${offering.key}`;
    let booking = this.byKey.get(key);
    if (!booking) this.byKey.set(key, (booking = { person, offering, hours: new Map() }));
    booking.hours.set(day, hours);
    this.load.set(offering, this.loadOf(offering) + hours);
  }

  /** Hours so far; those of offerings that bring no money weigh more, so that fewer people are booked there. */
  weightOf(offering: OfferingFrame): number {
    return this.loadOf(offering) * (offering.theme.billingModel === 'non_billable' ? 4 : 1);
  }

  private loadOf(offering: OfferingFrame): number {
    return this.load.get(offering) ?? 0;
  }

  bookings(): Booking[] {
    return [...this.byKey.values()];
  }
}

function bookPerson(
  person: PersonContent,
  offerings: readonly OfferingFrame[],
  span: TimeSpan,
  diary: Diary,
  random: Random,
): void {
  const last = earlier(span.to, person.terminationDate ?? span.to);
  let before: OfferingFrame | undefined;
  for (let day = later(span.from, person.startDate); day <= last;) {
    const offering = choose(person, offerings, day, before, diary, random);
    const blockEnd = addDays(day, 7 * random.between(2, 6) - 1);
    const end = offering ? earlier(earlier(blockEnd, last), lastDayOf(offering, day)) : addDays(day, 6);
    if (offering && !isFree(day, span, random)) {
      bookBlock(person, offering, { from: day, to: end }, offerings, diary, random);
    }
    before = offering;
    day = addDays(end, 1);
  }
}

/** The further ahead, the fewer are booked. */
function isFree(day: Day, { until, to }: TimeSpan, random: Random): boolean {
  if (day <= until) return false;
  return random.chance(10 + (45 * daysBetween(until, day)) / daysBetween(until, to));
}

function choose(
  person: PersonContent,
  offerings: readonly OfferingFrame[],
  day: Day,
  before: OfferingFrame | undefined,
  diary: Diary,
  random: Random,
): OfferingFrame | undefined {
  if (
    before &&
    isActiveOn(before, day) &&
    random.chance(before.theme.billingModel === 'non_billable' ? 10 : 50)
  )
    return before;
  const candidates = offeringsFor(person, offerings, day);
  if (candidates.length === 0) return undefined;
  const [one, other] = [random.pick(candidates), random.pick(candidates)];
  return diary.weightOf(one) <= diary.weightOf(other) ? one : other;
}

const lastDayOf = ({ to, pause }: OfferingFrame, day: Day): Day =>
  pause && day < pause.from ? earlier(to, addDays(pause.from, -1)) : to;

/** Most work on one offering; some share their days, others have days of the week for a second one. */
function bookBlock(
  person: PersonContent,
  offering: OfferingFrame,
  block: { readonly from: Day; readonly to: Day },
  offerings: readonly OfferingFrame[],
  diary: Diary,
  random: Random,
): void {
  const capacity = fullDay * (person.capacity ?? 1);
  const choices = random.chance(30) ? internalOfferingsFor : offeringsFor;
  const others = choices(person, offerings, block.from).filter((other) => other !== offering);
  const second = others.length > 0 && random.chance(35) ? random.pick(others) : undefined;
  const isShared = random.chance(40);
  const secondDays = random.pick([[0], [4], [1, 3], [2]]);
  for (const day of workingDays(block.from, block.to)) {
    if (person.leave.has(day)) continue;
    const active = second && isActiveOn(second, day) ? second : undefined;
    if (active && isShared) {
      diary.book(person, offering, day, capacity / 2);
      diary.book(person, active, day, capacity / 2);
    } else {
      diary.book(person, active && secondDays.includes(weekdayOf(day)) ? active : offering, day, capacity);
    }
  }
}
