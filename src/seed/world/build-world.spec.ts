import { describe, expect, it } from '@jest/globals';
import { buildWorld } from './build-world.js';
import { isWorkingDay } from './calendar.js';
import { isActualTime, type World } from './world.js';

const base = { people: 50, projects: 40, months: 6, seed: 1, until: '2026-11-21', currency: 'USD' };
const small = { ...base, people: 5, projects: 8 };
const world = buildWorld(base);

const offeringsOf = ({ projects }: World) => projects.flatMap(({ offerings }) => offerings);
const rolesOf = (of: World) => offeringsOf(of).flatMap(({ roles }) => roles);
const distinct = (values: readonly unknown[]) => [...new Set(values)].sort();

/** Planned hours by person and day. */
function bookedHours(of: World): { email: string; day: string; hours: number }[] {
  const sums = new Map<string, number>();
  for (const { assignment, plan } of rolesOf(of)) {
    if (assignment?.type !== 'person') continue;
    for (const { plan_date, hours } of plan) {
      const key = `${assignment.key} ${plan_date}`;
      sums.set(key, (sums.get(key) ?? 0) + hours);
    }
  }
  return [...sums].map(([key, hours]) => {
    const [email = '', day = ''] = key.split(' ');
    return { email, day, hours };
  });
}

describe('the made-up organization', () => {
  it('is the same for the same options, and another one for another seed or day', () => {
    const again = buildWorld(base);
    expect(JSON.stringify(again)).toBe(JSON.stringify(world));
    expect(again.people.map(({ leave }) => [...leave])).toEqual(world.people.map(({ leave }) => [...leave]));
    expect(JSON.stringify(buildWorld({ ...base, seed: 2 }))).not.toBe(JSON.stringify(world));
    expect(JSON.stringify(buildWorld({ ...base, until: '2026-11-20' }))).not.toBe(JSON.stringify(world));
  });

  it('has as many people and projects as it was asked for, and time enough to look real', () => {
    expect([world.people.length, world.projects.length]).toEqual([50, 40]);
    const actualTime = world.work.filter(isActualTime);
    expect(actualTime.length).toBeGreaterThan(5000);
    expect(actualTime.length).toBeLessThan(8000);
  });

  it('plans nobody on weekends, holidays, leave, before they come, after they leave, or beyond their capacity', () => {
    const people = new Map(world.people.map((person) => [person.email, person]));
    const wrong = bookedHours(world).filter(({ email, day, hours }) => {
      const person = people.get(email);
      if (!person || !isWorkingDay(day) || person.leave.has(day) || day < person.startDate) return true;
      if (person.terminationDate !== null && day > person.terminationDate) return true;
      return hours > 8 * (person.capacity ?? 1);
    });
    expect(wrong).toEqual([]);
  });

  it('plans before and after the day, and records time up to it only, otherwise than it was planned', () => {
    const days = rolesOf(world).flatMap(({ plan }) => plan.map(({ plan_date }) => plan_date));
    expect(days.some((day) => day < '2026-06-01')).toBe(true);
    expect(days.some((day) => day > '2027-02-01')).toBe(true);
    expect(world.work.filter(({ date }) => date > base.until)).toEqual([]);
    const planned = new Map(bookedHours(world).map(({ email, day, hours }) => [`${email} ${day}`, hours]));
    const others = world.work.filter(({ person, date, hours }) => planned.get(`${person} ${date}`) !== hours);
    expect(others.length / world.work.length).toBeGreaterThan(0.25);
    expect(distinct(world.work.map(({ billable }) => billable))).toEqual([false, true]);
    expect(world.work.some(({ description }) => description === null)).toBe(true);
  });

  it('refers only to what it has', () => {
    const keys = {
      people: new Set(world.people.map(({ email }) => email)),
      roles: new Set(world.roles.map(({ name }) => name)),
      clients: new Set(world.clients.map(({ name }) => name)),
      offerings: new Set(offeringsOf(world).map(({ key }) => key)),
    };
    expect(keys.people.size).toBe(50);
    expect(world.clients.every(({ accountManager }) => keys.people.has(accountManager))).toBe(true);
    expect(world.projects.every(({ client }) => client === null || keys.clients.has(client))).toBe(true);
    expect(rolesOf(world).every(({ role }) => keys.roles.has(role))).toBe(true);
    expect(world.work.every(({ offering }) => keys.offerings.has(offering))).toBe(true);
    const used = [...world.people, ...world.projects, ...rolesOf(world)].flatMap(({ tags }) => tags);
    expect(distinct(used).filter((tag) => !world.tags.includes(tag as string))).toEqual([]);
  });
});

describe.each([small, { ...small, months: 1 }, { ...small, months: 1, seed: 9, until: '2027-01-03' }, base])(
  'with $people people, $projects projects, $months months and seed $seed, up to $until',
  (options) => {
    const made = buildWorld(options);

    it('has projects in every status, deals in every stage and offerings of every billing model', () => {
      expect(distinct(made.projects.map(({ status }) => status))).toEqual([
        'awaiting_start',
        'completed',
        'in_progress',
        'on_hold',
        'pre_sale',
      ]);
      const stages = made.pipelines.flatMap(({ stages: ofPipeline }) => ofPipeline.map(({ name }) => name));
      expect(distinct(made.projects.flatMap(({ stage }) => stage?.stage ?? []))).toEqual(distinct(stages));
      expect(distinct(made.projects.map(({ client }) => client === null))).toEqual([false, true]);
      expect(distinct(offeringsOf(made).map(({ billingModel }) => billingModel))).toEqual([
        'admin',
        'fixed_bid',
        'fixed_retainer',
        'investment',
        'non_billable',
        'time_and_materials',
      ]);
    });

    it('has time in every state of approval and roles for people, requisitions and nobody', () => {
      expect(distinct(made.work.flatMap(({ approval }) => approval?.status ?? []))).toEqual([
        'approved',
        'draft',
        'rejected',
        'submitted',
      ]);
      expect(distinct(rolesOf(made).map(({ assignment }) => assignment?.type ?? 'nobody'))).toEqual([
        'nobody',
        'person',
        'requisition',
      ]);
      expect(distinct(made.requisitions.map(({ status }) => status))).toEqual(['closed', 'open', 'pending']);
    });

    it('has every kind of worker, and people who leave', () => {
      expect(distinct(made.people.map(({ workerType }) => workerType))).toEqual([
        'contractor',
        'full_time',
        'part_time',
      ]);
      expect(made.people.some(({ terminationDate }) => terminationDate !== null)).toBe(true);
    });
  },
);
