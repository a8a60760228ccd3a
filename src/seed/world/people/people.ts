import { addDays, addMonths, daysBetween, workingDays, type Day } from '../calendar.js';
import { familyNames, givenNames } from '../names.js';
import type { Random } from '../random.js';
import { hiringOrder, roleNamed, roles, tagsFor } from './roles.js';
import type { PersonContent, TimeSpan } from '../world.js';

export function makePeople(count: number, span: TimeSpan, random: Random): PersonContent[] {
  const given = random.shuffled(givenNames);
  const family = random.shuffled(familyNames);
  return Array.from({ length: count }, (_, index) => {
    // The same pair of names comes back only after 2500 people; the address stays unique even then.
    const givenName = given[index % given.length] as string;
    const familyName = family[(index + Math.floor(index / given.length)) % family.length] as string;
    const round = Math.floor(index / (given.length * family.length));
    const local = `${givenName}.${familyName}${round > 0 ? round + 1 : ''}`.toLowerCase();
    return makePerson(index, { givenName, familyName, email: `${local}@example.com` }, span, random);
  });
}

function makePerson(
  index: number,
  names: Pick<PersonContent, 'givenName' | 'familyName' | 'email'>,
  span: TimeSpan,
  random: Random,
): PersonContent {
  const role = roleNamed(hiringOrder[index % hiringOrder.length] as string);
  const workerType = index % 7 === 4 ? 'contractor' : index % 6 === 2 ? 'part_time' : 'full_time';
  const siblings = roles.filter(
    ({ department, name }) => department === role.department && name !== role.name,
  );
  const startDate = startOf(index, span, random);
  return {
    ...names,
    role: role.name,
    department: role.department,
    additionalRoles: random.some(siblings, 20).map(({ name }) => name),
    capacity: workerType === 'part_time' ? random.pick([0.5, 0.625, 0.75, 0.875]) : null,
    workerType,
    billingType: role.isBillable ? 'billable' : 'non_billable',
    startDate,
    terminationDate: terminationOf(index, span, random),
    costRates: costRatesOf(role.costRate, workerType === 'contractor', span, random),
    tags: random.some(tagsFor.people, 22),
    leave: leaveIn(span, random),
  };
}

/** Most have been there for long; some join while time is recorded. */
function startOf(index: number, { from, until }: TimeSpan, random: Random): Day {
  if (index % 9 !== 2) return addDays(from, -random.between(30, 1800));
  return addDays(from, Math.floor(daysBetween(from, until) / random.between(3, 6)));
}

/** A few have left or will. Nobody has before half of the time has passed. */
function terminationOf(index: number, { from, until, to }: TimeSpan, random: Random): Day | null {
  if (index % 12 === 4) return addDays(until, -Math.floor(daysBetween(from, until) / random.between(3, 5)));
  return index % 17 === 8 ? addDays(to, -random.between(5, 20)) : null;
}

/** Some have no rate of their own, so that the one of their role counts; some got a raise. */
function costRatesOf(
  usual: number,
  isContractor: boolean,
  { from, until }: TimeSpan,
  random: Random,
): PersonContent['costRates'] {
  if (random.chance(15)) return [];
  const amount = usual + random.between(-6, 8) + (isContractor ? 15 : 0);
  const first = { from: null, amount };
  if (!random.chance(35)) return [first];
  const raisedOn = `${addMonths(from, random.between(0, 1 + Math.floor(daysBetween(from, until) / 60))).slice(0, 7)}-01`;
  return [first, { from: raisedOn, amount: amount + random.between(2, 6) }];
}

/** About a day off in twelve: holidays of a week or two, and single days. */
function leaveIn({ from, to }: TimeSpan, random: Random): ReadonlySet<Day> {
  const days = workingDays(from, to);
  const leave = new Set<Day>();
  for (let index = random.between(5, 50); index < days.length; index += random.between(45, 80)) {
    for (const day of days.slice(index, index + random.pick([1, 3, 5, 5, 10]))) leave.add(day);
  }
  return leave;
}
