import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProjectOfferingDetails } from '../../../src/contexts/delivery/details/project-offering-details.js';
import { ProjectOfferingService } from '../../../src/contexts/delivery/offerings/project-offering.service.js';
import { ProjectService } from '../../../src/contexts/delivery/projects/project.service.js';
import { RateCardService } from '../../../src/contexts/rates/rate-cards/rate-card.service.js';
import { ClientService } from '../../../src/contexts/sales/clients/client.service.js';
import { newId } from '../../../src/platform/values/index.js';
import { anOffering, aProject } from '../../factories/delivery.factory.js';
import { aClient } from '../../factories/sales.factory.js';
import { outcomesOf, raceBehind } from '../../support/application/race.js';
import { shareTestModule } from '../../support/application/shared-application.js';
import type { TestModule } from '../../support/application/test-application.js';

describe('offerings at the same moment', () => {
  let application: TestModule;
  let organizationId: string;
  let projects: ProjectService;
  let offerings: ProjectOfferingService;
  let rateCards: RateCardService;
  let clientId: string;

  beforeAll(async () => {
    application = await shareTestModule();
    organizationId = application.organizationId;
    projects = application.get(ProjectService);
    offerings = application.get(ProjectOfferingService);
    rateCards = application.get(RateCardService);
    clientId = (await application.get(ClientService).create(organizationId, aClient())).id;
  });
  afterAll(() => application.close());

  const aNewProject = async (members = {}) =>
    (await projects.create(organizationId, aProject(clientId, members))).id;
  const create = (projectId: string, members = {}) =>
    offerings.create(organizationId, projectId, anOffering(members));
  const update = (projectId: string, id: string, members: object) =>
    offerings.update(organizationId, projectId, id, members);
  const move = (projectId: string, status: string) =>
    projects.update(organizationId, projectId, { status } as never);

  it('get one of a name when fifty are made in a project, the others project_offering.name_in_use', async () => {
    const projectId = await aNewProject();
    const outcomes = await outcomesOf(50, (index) =>
      create(projectId, { name: index % 2 ? 'Design' : ' DESIGN' }),
    );
    expect(outcomes).toEqual({ ok: 1, 'project_offering.name_in_use': 49 });
  });

  it('take one name from ten at once: project_offering.name_in_use', async () => {
    const projectId = await aNewProject();
    const made = await Promise.all(Array.from({ length: 10 }, () => create(projectId)));
    const outcomes = await outcomesOf(10, (index) =>
      update(projectId, made[index]?.id ?? '', { name: 'Design' }),
    );
    expect(outcomes).toEqual({ ok: 1, 'project_offering.name_in_use': 9 });
  });

  it('keep every change when thirty change different members of one', async () => {
    const projectId = await aNewProject();
    const { id } = await create(projectId);
    const members = [{ name: 'Build' }, { billing_model: 'non_billable' }, { name: 'Build' }];
    const outcomes = await outcomesOf(30, (index) => update(projectId, id, members[index % 3] ?? {}));
    expect(outcomes).toEqual({ ok: 30 });
    expect(await application.get(ProjectOfferingDetails).get(organizationId, projectId, id)).toMatchObject({
      name: 'Build',
      billing_model: 'non_billable',
      billing_model_options: {},
    });
  });

  it('are frozen by the status that the move before leaves: project_offering.billing_is_frozen', async () => {
    const projectId = await aNewProject();
    const { id } = await create(projectId);
    const race = await raceBehind(
      application,
      () => move(projectId, 'in_progress'),
      () => update(projectId, id, { billing_model: 'fixed_bid' }),
    );
    expect(race).toEqual({ waited: true, outcome: 'project_offering.billing_is_frozen' });
  });

  it('keep their project from moving until their billing model is changed', async () => {
    // What is sold is frozen on leaving pre_sale, which would make the move wait for another reason.
    const projectId = await aNewProject({ status: 'awaiting_start' });
    const { id } = await create(projectId);
    const race = await raceBehind(
      application,
      () => update(projectId, id, { billing_model: 'fixed_bid' }),
      () => move(projectId, 'in_progress'),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    expect(
      (await application.get(ProjectOfferingDetails).get(organizationId, projectId, id)).billing_model,
    ).toBe('fixed_bid');
  });

  it('are not made in a project that is being archived: project.archived', async () => {
    const projectId = await aNewProject();
    const race = await raceBehind(
      application,
      () => projects.update(organizationId, projectId, { is_archived: true }),
      () => create(projectId),
    );
    expect(race).toEqual({ waited: true, outcome: 'project.archived' });
  });

  it('keep their project from being archived until they are made', async () => {
    const projectId = await aNewProject();
    const race = await raceBehind(
      application,
      () => create(projectId),
      () => projects.update(organizationId, projectId, { is_archived: true }),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
  });

  it('are not billed by a rate card that is being archived: rate_card.not_usable', async () => {
    const projectId = await aNewProject();
    const card = await rateCards.create(organizationId, { name: newId() });
    const race = await raceBehind(
      application,
      () => rateCards.update(organizationId, card.id, { is_archived: true }),
      () => create(projectId, { billing_model_options: { rate_card_id: card.id } }),
    );
    expect(race).toEqual({ waited: true, outcome: 'rate_card.not_usable' });
  });
});
