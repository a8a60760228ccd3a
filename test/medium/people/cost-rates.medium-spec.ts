import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CostRateService } from '../../../src/contexts/people/cost-rates/cost-rate.service.js';
import { PersonService } from '../../../src/contexts/people/people/person.service.js';
import { addDays, newId } from '../../../src/platform/values/index.js';
import { usd } from '../../factories/people.factory.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { outcomesOf, raceBehind } from '../../support/application/race.js';
import { shareTestModule } from '../../support/application/shared-application.js';
import type { TestModule } from '../../support/application/test-application.js';

const DAY = '2027-03-01';

describe('cost rates of one person at the same moment', () => {
  let application: TestModule;
  let organizationId: string;
  let people: PersonService;
  let costRates: CostRateService;
  let id: string;

  beforeAll(async () => {
    application = await shareTestModule();
    organizationId = application.organizationId;
    people = application.get(PersonService);
    costRates = application.get(CostRateService);
  });
  afterAll(() => application.close());

  const begin = async () => {
    const body = { email_address: `${newId()}@example.com`, cost_rate: usd(10) };
    ({ id } = await people.create(organizationId, body, true));
  };
  const set = (amount: number, cost_rate_effective_date = DAY) =>
    people.update(organizationId, id, { cost_rate: usd(amount), cost_rate_effective_date }, true);
  const remove = (day = DAY) => costRates.remove(organizationId, id, day);
  const rates = async () => {
    const { rows } = await costRates.list(organizationId, id, { page: 1, pageSize: 500 });
    return rows.slice(1).map(({ effective_date, cost_rate }) => [effective_date, cost_rate?.amount]);
  };
  const told = async () => (await eventsAbout(application, id)).length - 1;

  it('are deleted once when ten delete one, the others are cost_rate.not_found', async () => {
    await begin();
    await set(20);
    expect(await outcomesOf(10, () => remove())).toEqual({ ok: 1, 'cost_rate.not_found': 9 });
    expect([await rates(), await told()]).toEqual([[], 2]);
  });

  it('are set once when ten set the same for a day', async () => {
    await begin();
    expect(await outcomesOf(10, () => set(20))).toEqual({ ok: 10 });
    expect([await rates(), await told()]).toEqual([[[DAY, 20]], 1]);
  });

  it('can be deleted as soon as they are set', async () => {
    await begin();
    const race = await raceBehind(
      application,
      () => set(20),
      () => remove(),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    expect([await rates(), await told()]).toEqual([[], 2]);
  });

  it('are kept where the same was deleted a moment before', async () => {
    await begin();
    await set(20);
    const race = await raceBehind(
      application,
      () => remove(),
      () => set(20),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    expect([await rates(), await told()]).toEqual([[[DAY, 20]], 3]);
  });

  it('of other days are all kept, and each change is told of', async () => {
    await begin();
    const days = Array.from({ length: 12 }, (_, index) => addDays(DAY, index));
    expect(await outcomesOf(12, (index) => set(10, days[index]))).toEqual({ ok: 12 });
    const removals = await outcomesOf(12, (index) =>
      index % 2 ? remove(days[index]) : set(index, days[index]),
    );
    expect(removals).toEqual({ ok: 12 });
    const expected = days.flatMap((day, index) => (index % 2 ? [] : [[day, index]]));
    // The one of 10 was set already.
    expect([await rates(), await told()]).toEqual([expected, 23]);
  });
});
