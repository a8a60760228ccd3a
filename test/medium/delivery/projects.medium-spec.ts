import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProjectDetails } from '../../../src/contexts/delivery/details/project-details.js';
import { ProjectService } from '../../../src/contexts/delivery/projects/project.service.js';
import { TagService } from '../../../src/contexts/organization/tags/tag.service.js';
import { ClientService } from '../../../src/contexts/sales/clients/client.service.js';
import { PipelineService } from '../../../src/contexts/sales/pipelines/pipeline.service.js';
import { PipelineStageService } from '../../../src/contexts/sales/pipelines/pipeline-stage.service.js';
import { newId } from '../../../src/platform/values/index.js';
import { aProject } from '../../factories/delivery.factory.js';
import { aClient, anIdentifier, aPipeline } from '../../factories/sales.factory.js';
import { outcomesOf, raceBehind } from '../../support/application/race.js';
import { shareTestModule } from '../../support/application/shared-application.js';
import type { TestModule } from '../../support/application/test-application.js';

describe('projects at the same moment', () => {
  let application: TestModule;
  let organizationId: string;
  let clients: ClientService;
  let stages: PipelineStageService;
  let pipelines: PipelineService;
  let projects: ProjectService;
  let details: ProjectDetails;
  let clientId: string;

  beforeAll(async () => {
    application = await shareTestModule();
    organizationId = application.organizationId;
    clients = application.get(ClientService);
    stages = application.get(PipelineStageService);
    pipelines = application.get(PipelineService);
    projects = application.get(ProjectService);
    details = application.get(ProjectDetails);
    clientId = (await clients.create(organizationId, aClient())).id;
  });
  afterAll(() => application.close());

  const create = (members = {}) => projects.create(organizationId, aProject(clientId, members));
  const update = (id: string, members: object) => projects.update(organizationId, id, members);
  const aNewStage = async () => {
    const pipeline = await pipelines.create(
      organizationId,
      aPipeline({ stages: [{ name: 'Won', outcome: 'won' }] }),
    );
    return { pipelineId: pipeline.id, id: pipeline.stages[0]?.id ?? '' };
  };

  it('keep a tag that is renamed meanwhile, which no request can have meant: tag.not_usable', async () => {
    const tags = application.get(TagService);
    const [kept, added] = [newId(), newId()];
    const { id: tagId } = await tags.create(organizationId, { name: kept });
    await tags.create(organizationId, { name: added });
    const { id } = await create({ tags: [kept] });
    const race = await raceBehind(
      application,
      () => tags.update(organizationId, tagId, { name: `${kept} renamed` }),
      () => update(id, { tags: [kept, added] }),
    );
    expect(race).toEqual({ waited: true, outcome: 'tag.not_usable' });
    expect((await details.get(organizationId, id)).tags).toEqual([`${kept} renamed`]);
  });

  it('get one of a CRM identifier when fifty are made, the others project.crm_identifier_in_use', async () => {
    const crm_identifiers = [anIdentifier()];
    expect(await outcomesOf(50, () => create({ crm_identifiers }))).toEqual({
      ok: 1,
      'project.crm_identifier_in_use': 49,
    });
  });

  it('take a CRM identifier from another once: project.crm_identifier_in_use', async () => {
    const crm_identifiers = [anIdentifier()];
    const made = await Promise.all(Array.from({ length: 10 }, () => create()));
    const outcomes = await outcomesOf(10, (index) => update(made[index]?.id ?? '', { crm_identifiers }));
    expect(outcomes).toEqual({ ok: 1, 'project.crm_identifier_in_use': 9 });
  });

  it('keep the whole list of one of twenty changes of the identifiers of one project', async () => {
    const { id } = await create();
    const lists = Array.from({ length: 20 }, () => [anIdentifier(), anIdentifier()]);
    const outcomes = await outcomesOf(20, (index) => update(id, { crm_identifiers: lists[index] }));
    expect(outcomes).toEqual({ ok: 20 });
    expect(lists).toContainEqual((await details.get(organizationId, id)).crm_identifiers);
  });

  it('make one of two moves that exclude each other: project.status_move', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await create({ status: 'awaiting_start' });
      const outcomes = await outcomesOf(2, (index) =>
        update(id, { status: index ? 'completed' : 'pre_sale' }),
      );
      expect(outcomes).toEqual({ ok: 1, 'project.status_move': 1 });
    }
  });

  it('judge a move by the status that the move before it leaves: project.status_move', async () => {
    const { id } = await create({ status: 'awaiting_start' });
    const race = await raceBehind(
      application,
      () => update(id, { status: 'in_progress' }),
      () => update(id, { status: 'pre_sale' }),
    );
    expect(race).toEqual({ waited: true, outcome: 'project.status_move' });
  });

  it('do not enter a stage that is being archived, by itself or with its pipeline: stage.not_usable', async () => {
    const { id } = await create();
    const byItself = await aNewStage();
    const alone = await raceBehind(
      application,
      () => stages.update(organizationId, byItself.pipelineId, byItself.id, { is_archived: true }),
      () => update(id, { stage_id: byItself.id }),
    );
    expect(alone).toEqual({ waited: true, outcome: 'stage.not_usable' });
    const withPipeline = await aNewStage();
    const together = await raceBehind(
      application,
      () => pipelines.update(organizationId, withPipeline.pipelineId, { is_archived: true }),
      () => create({ stage_id: withPipeline.id }),
    );
    expect(together).toEqual({ waited: true, outcome: 'stage.not_usable' });
    expect(await details.get(organizationId, id)).toMatchObject({ stage_id: null, status: 'pre_sale' });
  });

  it('keep a stage from being archived or reopened until they have entered it', async () => {
    const { id } = await create();
    const stage = await aNewStage();
    const race = await raceBehind(
      application,
      () => update(id, { stage_id: stage.id }),
      () => stages.update(organizationId, stage.pipelineId, stage.id, { outcome: 'open', is_archived: true }),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    expect((await details.get(organizationId, id)).status).toBe('awaiting_start');
  });

  it('are not made for a client that is being archived: client.not_usable', async () => {
    const client = await clients.create(organizationId, aClient());
    const race = await raceBehind(
      application,
      () => clients.update(organizationId, client.id, { is_archived: true }),
      () => create({ client_id: client.id }),
    );
    expect(race).toEqual({ waited: true, outcome: 'client.not_usable' });
  });

  it('carry a tag that cannot be removed any more: tag.in_use', async () => {
    const tags = application.get(TagService);
    const { id, name } = await tags.create(organizationId, { name: newId() });
    const race = await raceBehind(
      application,
      () => create({ tags: [name] }),
      () => tags.remove(organizationId, id),
    );
    expect(race).toEqual({ waited: true, outcome: 'tag.in_use' });
  });

  it('keep every change when thirty change different members of one', async () => {
    const { id } = await create();
    const members = [{ metadata: { a: 1 } }, { target_margin: 0.1 }, { is_included: false }];
    expect(await outcomesOf(30, (index) => update(id, members[index % 3] ?? {}))).toEqual({ ok: 30 });
    expect(await details.get(organizationId, id)).toMatchObject({
      metadata: { a: 1 },
      target_margin: 0.1,
      is_included: false,
    });
  });
});
