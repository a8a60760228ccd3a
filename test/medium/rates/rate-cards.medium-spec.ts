import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DepartmentService } from '../../../src/contexts/people/departments/department.service.js';
import { RoleService } from '../../../src/contexts/people/roles/role.service.js';
import { UsableRateCards } from '../../../src/contexts/rates/index.js';
import { RateCardRateService } from '../../../src/contexts/rates/rate-card-rates/rate-card-rate.service.js';
import { RateCardService } from '../../../src/contexts/rates/rate-cards/rate-card.service.js';
import { UnitOfWork } from '../../../src/platform/database/index.js';
import { newId } from '../../../src/platform/values/index.js';
import { aDepartment, aRole, usd } from '../../factories/people.factory.js';
import { outcomesOf, raceBehind } from '../../support/application/race.js';
import { shareTestModule } from '../../support/application/shared-application.js';
import type { TestModule } from '../../support/application/test-application.js';

describe('rate cards at the same moment', () => {
  let application: TestModule;
  let organizationId: string;
  let rateCards: RateCardService;
  let rates: RateCardRateService;
  let roleId: string;

  beforeAll(async () => {
    application = await shareTestModule();
    organizationId = application.organizationId;
    rateCards = application.get(RateCardService);
    rates = application.get(RateCardRateService);
    const { id } = await application.get(DepartmentService).create(organizationId, aDepartment());
    roleId = (await application.get(RoleService).create(organizationId, aRole(id), true)).id;
  });
  afterAll(() => application.close());

  const aCard = (members = {}) => rateCards.create(organizationId, { name: newId(), ...members });
  const defaults = async () => {
    const { rows } = await rateCards.list(organizationId, {}, { page: 1, pageSize: 500 });
    return rows.filter(({ is_default }) => is_default).length;
  };

  it('have one default after twenty were made one at once', async () => {
    const cards = await Promise.all(Array.from({ length: 10 }, () => aCard()));
    const outcomes = await outcomesOf(20, (index) =>
      index % 2
        ? aCard({ is_default: true })
        : rateCards.update(organizationId, cards[index / 2]?.id ?? '', { is_default: true }),
    );
    expect(outcomes).toEqual({ ok: 20 });
    expect(await defaults()).toBe(1);
  });

  it('are changed once where one stops to be the default while another one becomes it', async () => {
    const former = await aCard({ is_default: true });
    const { id } = await aCard();
    let after = former;
    const race = await raceBehind(
      application,
      async () => (after = await rateCards.update(organizationId, former.id, { is_default: false })),
      () => rateCards.update(organizationId, id, { is_default: true }),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    expect(await rateCards.get(organizationId, former.id)).toEqual(after);
    expect(await defaults()).toBe(1);
  });

  it('cannot become the default while they are being archived: rate_card.default_is_archived', async () => {
    const { id } = await aCard();
    const race = await raceBehind(
      application,
      () => rateCards.update(organizationId, id, { is_archived: true }),
      () => rateCards.update(organizationId, id, { is_default: true }),
    );
    expect(race).toEqual({ waited: true, outcome: 'rate_card.default_is_archived' });
    expect(await defaults()).toBe(1);
  });

  it('have one rate of a role when twenty are made, the others rate_card_rate.role_has_rate', async () => {
    const { id } = await aCard();
    const outcomes = await outcomesOf(20, () =>
      rates.create(organizationId, id, { role_id: roleId, bill_rate: usd(1) }),
    );
    expect(outcomes).toEqual({ ok: 1, 'rate_card_rate.role_has_rate': 19 });
  });

  it('take no rate while they are being archived: rate_card.not_usable', async () => {
    const { id } = await aCard();
    const race = await raceBehind(
      application,
      () => rateCards.update(organizationId, id, { is_archived: true }),
      () => rates.create(organizationId, id, { role_id: roleId, bill_rate: usd(1) }),
    );
    expect(race).toEqual({ waited: true, outcome: 'rate_card.not_usable' });
  });

  it('answer other contexts whether they can be referred to, else rate_card.not_usable', async () => {
    const { id } = await aCard();
    const ask = (card: string) =>
      outcomesOf(1, () =>
        application
          .get(UnitOfWork)
          .run(() => application.get(UsableRateCards).lockForShare(organizationId, card, 'rate_card_id')),
      );
    expect(await ask(id)).toEqual({ ok: 1 });
    await rateCards.update(organizationId, id, { is_archived: true });
    for (const card of [id, newId()]) expect(await ask(card)).toEqual({ 'rate_card.not_usable': 1 });
  });
});
