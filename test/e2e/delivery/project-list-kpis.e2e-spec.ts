import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PlannedTimeService } from '../../../src/contexts/delivery/planned-time/planned-time.service.js';
import { PersonService } from '../../../src/contexts/people/people/person.service.js';
import { ActualTimeRecordingService } from '../../../src/contexts/time-tracking/actual-time/actual-time-recording.service.js';
import { addDays } from '../../../src/platform/values/index.js';
import { Random } from '../../../src/seed/world/random.js';
import { aRate, aRateCard, aRole } from '../../factories/people.factory.js';
import { anActualTime } from '../../factories/time-tracking.factory.js';
import { createPlanning, type Planning } from '../../support/application/planning.js';
import { faults } from '../../support/requests/refusals.js';
import { SettableClock } from '../../support/application/settable-clock.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

const TODAY = '2026-11-25';
const currencies = ['USD', 'EUR'];

interface Rate {
  readonly currency: string;
  readonly amount: number;
}

interface Person {
  readonly id: string;
  readonly role: Role;
  /** From the first day on. */
  readonly rates: (Rate & { readonly from: string })[];
}

interface Role {
  readonly id: string;
  readonly cost: Rate | null;
}

interface Hours {
  readonly day: string;
  readonly hundredths: number;
  readonly billable: boolean;
}

interface OfferingRole {
  readonly role: Role;
  readonly person: Person | null;
  readonly planned: Hours[];
  readonly actual: Hours[];
}

interface Offering {
  readonly model: string;
  readonly price: number;
  /** Bill rates by role, of a card in a currency. */
  readonly card: { readonly currency: string; readonly rates: ReadonlyMap<string, number> } | null;
  readonly roles: OfferingRole[];
}

interface Project {
  readonly id: string;
  readonly currency: string;
  readonly offerings: Offering[];
}

interface ListedProject extends Record<string, unknown> {
  id: string;
  kpis?: Record<string, unknown>;
}

interface Page extends Record<string, unknown> {
  total: number;
  page_size: number;
  results: ListedProject[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);
const hoursOf = (list: readonly Hours[]): number => sum(list.map(({ hundredths }) => hundredths));

function costOf({ role, person }: OfferingRole, list: readonly Hours[], currency: string): number {
  const rateOn = (day: string): number => {
    const rate = person?.rates.filter(({ from }) => from <= day).at(-1);
    if (rate?.currency === currency) return rate.amount;
    return role.cost?.currency === currency ? role.cost.amount : 0;
  };
  return sum(list.map(({ day, hundredths }) => hundredths * rateOn(day)));
}

function revenueOf({ model, price, card, roles }: Offering, currency: string): number {
  if (model === 'fixed_bid') return price * 100;
  if (model !== 'time_and_materials' || card?.currency !== currency) return 0;
  return sum(
    roles.map(({ role, planned, actual }) => {
      const billed = [...actual.filter(({ billable }) => billable), ...planned];
      return hoursOf(billed) * (card.rates.get(role.id) ?? 0);
    }),
  );
}

/** In whole hundredths of an hour and of money, so that nothing is rounded but the ratio, at the end. */
function expectedKpis({ currency, offerings }: Project) {
  const roles = offerings.flatMap((offering) => offering.roles);
  const past = (list: readonly Hours[]) => list.filter(({ day }) => day <= TODAY);
  const future = (list: readonly Hours[]) => list.filter(({ day }) => day > TODAY);
  const hours = (of: (role: OfferingRole) => Hours[]) => sum(roles.map((role) => hoursOf(of(role)))) / 100;
  const cost = (of: (role: OfferingRole) => Hours[]) =>
    sum(roles.map((role) => costOf(role, of(role), currency)));
  const money = (hundredths: number) => ({ currency_code: currency, amount: hundredths / 100 });
  const atCompletion = ({ planned, actual }: OfferingRole) => [...past(actual), ...future(planned)];
  const revenue = sum(
    offerings.map((offering) => {
      const counted = offering.roles.map((role) => ({
        ...role,
        planned: future(role.planned),
        actual: past(role.actual),
      }));
      return revenueOf({ ...offering, roles: counted }, currency);
    }),
  );
  const margin = revenue - cost(atCompletion);
  const ratio = Math.sign(margin) * Math.floor((Math.abs(margin) * 20_000 + revenue) / (2 * revenue));
  return {
    // All of these projects are still for sale.
    sold_hours: 0,
    planned_hours: hours(({ planned }) => planned),
    actual_hours: hours(({ actual }) => past(actual)),
    remaining_planned_hours: hours(({ planned }) => future(planned)),
    estimated_at_completion_hours: hours(atCompletion),
    planned_cost: money(cost(({ planned }) => planned)),
    actual_cost: money(cost(({ actual }) => past(actual))),
    estimated_at_completion_cost: money(cost(atCompletion)),
    revenue: money(revenue),
    margin_amount: money(margin),
    margin: revenue === 0 ? null : ratio / 10_000,
  };
}

describe('the list of projects with their KPIs', () => {
  const random = new Random(20_261_126);
  let application: TestApplication;
  let planning: Planning;
  const projects: Project[] = [];

  const list = async (query: string, api = application.api) => {
    const { status, body } = await api.get<Page>(`/v1/projects?${query}`);
    expect(status).toBe(200);
    return body;
  };

  beforeAll(async () => {
    application = await shareTestApplication(new SettableClock(`${TODAY}T12:00:00Z`));
    planning = await createPlanning(application);
    const roles: Role[] = [];
    for (const cost of [null, { currency: 'USD', amount: 70 }, { currency: 'EUR', amount: 55 }]) {
      const rate = cost && { currency_code: cost.currency, amount: cost.amount };
      const body = aRole(planning.departmentId, { default_cost_rate: rate });
      roles.push({ id: (await application.api.create('/v1/roles', body)).id, cost });
    }
    const people: Person[] = [];
    for (let index = 0; index < 6; index += 1) people.push(await newPerson(random.pick(roles)));
    const cards = [await newCard('USD', roles), await newCard('EUR', roles)];
    for (let index = 0; index < 8; index += 1) {
      const currency = random.pick(currencies);
      const id = await planning.newProject({ currency_code: currency });
      const offerings: Offering[] = [];
      for (let count = random.between(0, 3); count > 0; count -= 1)
        offerings.push(await newOffering({ id, currency }, cards, roles, people));
      projects.push({ id, currency, offerings });
    }
  });
  afterAll(() => application.close());

  async function newPerson(role: Role): Promise<Person> {
    const rates: Person['rates'] = [];
    const id = await planning.newPerson({ role_id: role.id });
    for (const from of random.some(['1900-01-01', '2026-11-20', '2026-11-28'], 60)) {
      const rate = { currency: random.pick(currencies), amount: random.between(10, 99) };
      rates.push({ ...rate, from });
      const cost_rate = { currency_code: rate.currency, amount: rate.amount };
      const patch = { cost_rate, cost_rate_effective_date: from };
      await application.get(PersonService).update(application.organizationId, id, patch, true);
    }
    return { id, role, rates };
  }

  async function newCard(currency_code: string, roles: readonly Role[]) {
    const { id } = await application.api.create('/v1/rate-cards', aRateCard({ currency_code }));
    const rates = new Map<string, number>();
    for (const role of random.some(roles, 80)) {
      rates.set(role.id, random.between(90, 200));
      const bill_rate = { currency_code, amount: rates.get(role.id) };
      await application.api.create(`/v1/rate-cards/${id}/rates`, aRate(role.id, { bill_rate }));
    }
    return { id, currency: currency_code, rates };
  }

  async function newOffering(
    project: { readonly id: string; readonly currency: string },
    cards: readonly (NonNullable<Offering['card']> & { readonly id: string })[],
    roles: readonly Role[],
    people: readonly Person[],
  ): Promise<Offering> {
    const model = random.pick(['time_and_materials', 'time_and_materials', 'fixed_bid', 'non_billable']);
    const card = cards.find(({ currency }) => currency === project.currency) ?? null;
    const price = random.between(1000, 9000);
    const options = {
      time_and_materials: { rate_card_id: card?.id },
      fixed_bid: { fixed_revenue: { currency_code: project.currency, amount: price } },
    }[model];
    const id = await planning.newOffering(
      { billing_model: model, ...(options && { billing_model_options: options }) },
      project.id,
    );
    const made: OfferingRole[] = [];
    for (const person of [null, ...random.some(people, 40)]) {
      const role = random.pick(roles);
      const assignment = person && { type: 'person', id: person.id };
      const { id: roleId } = await planning.newRole(id, { role_id: role.id, assignment }, project.id);
      const planned = someHours();
      const path = { projectId: project.id, projectOfferingId: id };
      const days = planned.map(({ day, hundredths }) => ({ plan_date: day, hours: hundredths / 100 }));
      await application.get(PlannedTimeService).apply(application.organizationId, path, roleId, days);
      const actual = person ? someHours() : [];
      for (const { day, hundredths, billable } of actual) {
        const time = { recorded_date: day, hours: hundredths / 100, billable };
        await application
          .get(ActualTimeRecordingService)
          .create(application.organizationId, anActualTime(id, person?.id ?? '', time));
      }
      made.push({ role, person, planned, actual });
    }
    return { model, price, card, roles: made };
  }

  const someHours = (): Hours[] =>
    random
      .shuffled(Array.from({ length: 14 }, (_, index) => addDays('2026-11-18', index)))
      .slice(0, random.between(1, 5))
      .map((day) => ({ day, hundredths: random.between(1, 2400), billable: random.chance(70) }));

  it('shows for each exactly what its offerings add up to, and what GET of the one shows', async () => {
    const { results } = await list('include=kpis');
    expect(results.map(({ id }) => id)).toEqual([planning.projectId, ...projects.map(({ id }) => id)]);
    for (const project of projects) {
      const listed = results.find(({ id }) => id === project.id);
      expect(listed?.kpis).toEqual(expectedKpis(project));
      const { body } = await application.api.get<ListedProject>(`/v1/projects/${project.id}`);
      const { offerings: _offerings, ...detail } = body;
      expect(listed).toEqual(detail);
    }
  });

  it('has filters and pages as without, where it has no KPIs', async () => {
    const { body } = await application.api.get<Page>('/v1/projects?pageSize=2&page=2');
    const page = await list('pageSize=2&page=2&include=kpis');
    expect({ ...page, results: page.results.map(({ kpis: _kpis, ...project }) => project) }).toEqual(body);
    expect(body.results.every((project) => !('kpis' in project))).toBe(true);
    expect(await list('include=kpis&status=completed')).toMatchObject({ total: 0, results: [] });
  });

  it('has at most 100 projects on a page, by default 100: 400', async () => {
    expect((await list('include=kpis')).page_size).toBe(100);
    expect((await list('include=kpis&page_size=100')).page_size).toBe(100);
    for (const member of ['pageSize', 'page_size'])
      expect(await faults(application, 'GET', `/v1/projects?include=kpis&${member}=101`)).toEqual([
        400,
        [member],
      ]);
    expect(await faults(application, 'GET', '/v1/projects?include=costs')).toEqual([400, ['include']]);
  });

  it('shows no costs and margins without the scope rates:read', async () => {
    const { api } = await application.organization('Test organization', 'delivery:read');
    const shown = (await list('include=kpis', api)).results.flatMap(({ kpis }) => Object.keys(kpis ?? {}));
    expect([...new Set(shown)].filter((member) => /cost|margin/.test(member))).toEqual([]);
    expect(shown).toContain('revenue');
  });
});
