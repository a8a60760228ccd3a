import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { usd } from '../../factories/people.factory.js';
import { anActualTime } from '../../factories/time-tracking.factory.js';
import { createPlanning, type Planning } from '../../support/application/planning.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { SettableClock } from '../../support/application/settable-clock.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

const TODAY = '2026-11-21';
const NOW = `${TODAY}T12:00:00Z`;
const DEFAULT_RATE = 7;

type Rate = number | null;
interface Step {
  readonly does: 'set' | 'set today' | 'delete';
  readonly day: string;
  readonly rate: Rate;
}

/** What a history is: the rate of a day is the last one that was set up to it. */
class HistoryModel {
  readonly rates = new Map<string, Rate>();
  private shown = '';

  get entries(): object[] {
    return [...this.rates]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([effective_date, rate]) => ({ effective_date, cost_rate: rate === null ? null : usd(rate) }));
  }

  /** The rate of a day, and since when; both null where there is none. */
  on(day: string): [Rate, string | null] {
    const since = [...this.rates.keys()]
      .filter((other) => other <= day)
      .sort()
      .at(-1);
    const rate = since === undefined ? null : (this.rates.get(since) ?? null);
    return [rate, rate === null ? null : (since ?? null)];
  }

  /** @returns the members that change */
  take({ does, day, rate }: Step): string[] {
    const [before, days] = [JSON.stringify(this.entries), [...this.rates.keys()].sort().join()];
    this.shown = String(this.on(TODAY)[1]);
    if (does === 'delete') this.rates.delete(day);
    if (does === 'set') this.rates.set(day, rate);
    if (does === 'set today' && this.on(TODAY)[0] !== rate) this.rates.set(TODAY, rate);
    if (JSON.stringify(this.entries) === before) return [];
    const hasOtherDays = [...this.rates.keys()].sort().join() !== days;
    const showsOther = String(this.on(TODAY)[1]) !== this.shown;
    return ['cost_rate', ...(hasOtherDays || showsOther ? ['cost_rate_effective_date'] : [])];
  }
}

const days = [
  '1900-01-01',
  '2026-10-01',
  '2026-11-20',
  TODAY,
  '2026-11-22',
  '2026-12-01',
  '2026-12-21',
  '9999-12-31',
];
const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom('set', 'set', 'set', 'set today', 'delete'),
  day: fc.constantFrom(...days),
  rate: fc.constantFrom(null, 10, 20, 30.12),
});

/** Hours of which no two sums of other days are the same, however they are priced. */
const planned = {
  '2026-09-30': 1,
  '2026-10-31': 2,
  [TODAY]: 4,
  '2026-11-30': 8,
  '2026-12-20': 0.5,
  '2027-02-01': 0.25,
};
const worked = { '2026-10-31': 1, '2026-11-20': 2, [TODAY]: 4 };

const clock = new SettableClock(NOW);
let application: TestApplication;
let planning: Planning;

beforeAll(async () => {
  application = await shareTestApplication(clock);
  planning = await createPlanning(application);
  await application.api.patch(`/v1/roles/${planning.roleId}`, { default_cost_rate: usd(DEFAULT_RATE) });
});
afterAll(() => application.close());

/** A person with planned and actual time, whose costs tell the rate of each of its days. */
async function begin(first: Rate) {
  const { api } = application;
  const members = { role_id: planning.roleId, ...(first !== null && { cost_rate: usd(first) }) };
  const person = await planning.newPerson(members);
  const project = await planning.newProject();
  const offering = await planning.newOffering({}, project);
  const role = await planning.newRole(offering, { assignment: { type: 'person', id: person } }, project);
  const path = `/v1/projects/${project}/offerings/${offering}`;
  const plan = Object.entries(planned).map(([plan_date, hours]) => ({ plan_date, hours }));
  expect((await api.post(`${path}/roles/${role.id}/planned-time`, plan)).status).toBe(200);
  for (const [recorded_date, hours] of Object.entries(worked))
    await api.create('/v1/actual-time', anActualTime(offering, person, { recorded_date, hours }));
  return { person, project, metrics: `${path}/metrics` };
}

function costOf(hours: Readonly<Record<string, number>>, model: HistoryModel): object {
  const costs = Object.entries(hours).map(([day, count]) => count * (model.on(day)[0] ?? DEFAULT_RATE));
  return usd(Number(costs.reduce((sum, cost) => sum + cost).toFixed(4)));
}

it('the rates of a person are, after whatever was set and deleted, those of a map from day to rate', async () => {
  const { api } = application;
  const property = fc.asyncProperty(
    fc.constantFrom(null, 10, 20),
    fc.array(step, { minLength: 1, maxLength: 12 }),
    async (first, steps) => {
      const { person, project, metrics } = await begin(first);
      const path = `/v1/people/${person}`;
      const model = new HistoryModel();
      if (first !== null) model.rates.set('1900-01-01', first);
      const told: string[][] = [];
      let modified = String((await api.get(path)).body.modified_date);

      for (const one of steps) {
        const { does, day, rate } = one;
        const isThere = model.rates.has(day);
        const changed = model.take(one);
        if (changed.length > 0) told.push(changed);
        if (does === 'delete') {
          const { status, body } = await api.delete<{ code?: string } | null>(`${path}/cost-rates/${day}`);
          expect([status, body?.code]).toEqual(isThere ? [204, undefined] : [404, 'cost_rate.not_found']);
        } else {
          const { status } = await api.patch(path, {
            cost_rate: rate === null ? null : usd(rate),
            ...(does === 'set' && { cost_rate_effective_date: day }),
          });
          expect(status).toBe(200);
        }
        const version = String((await api.get(path)).body.modified_date);
        expect(version > modified).toBe(changed.length > 0);
        modified = version;
        const list = await api.get(`${path}/cost-rates`);
        expect(list.body).toMatchObject({ total: model.rates.size, results: model.entries });
      }

      for (const day of days) {
        clock.instant = `${day}T12:00:00Z`;
        const { body } = await api.get(path);
        const [rate, since] = model.on(day);
        expect([day, body.cost_rate, body.cost_rate_effective_date]).toEqual([
          day,
          rate === null ? null : usd(rate),
          since,
        ]);
      }
      clock.instant = NOW;

      const [plannedCosts, actualCosts] = [costOf(planned, model), costOf(worked, model)];
      const kpis = (await api.get<{ kpis: object }>(`/v1/projects/${project}`)).body.kpis;
      expect(kpis).toMatchObject({ planned_cost: plannedCosts, actual_cost: actualCosts });
      await api.patch(`/v1/projects/${project}`, { status: 'awaiting_start' });
      expect((await api.get(metrics)).body.cost_metrics).toMatchObject({
        sold_costs: plannedCosts,
        planned_costs: plannedCosts,
        actual_costs: actualCosts,
      });

      const events = await eventsAbout(application, person);
      expect(events.slice(1).map(({ Topic, Payload }) => [Topic, Payload.ModifiedProperties])).toEqual(
        told.map((members) => ['person.modified', members]),
      );
    },
  );
  await fc.assert(property, { numRuns: 25 });
});
