import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UsableStages } from '../../../src/contexts/sales/index.js';
import { PipelineService } from '../../../src/contexts/sales/pipelines/pipeline.service.js';
import { PipelineStageService } from '../../../src/contexts/sales/pipelines/pipeline-stage.service.js';
import { UnitOfWork } from '../../../src/platform/database/index.js';
import { newId } from '../../../src/platform/values/index.js';
import { anIdentifier, aPipeline, aStage } from '../../factories/sales.factory.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { outcomesOf, raceBehind } from '../../support/application/race.js';
import { shareTestModule } from '../../support/application/shared-application.js';
import type { TestModule } from '../../support/application/test-application.js';

describe('pipelines at the same moment', () => {
  let application: TestModule;
  let organizationId: string;
  let pipelines: PipelineService;
  let stages: PipelineStageService;

  beforeAll(async () => {
    application = await shareTestModule();
    organizationId = application.organizationId;
    pipelines = application.get(PipelineService);
    stages = application.get(PipelineStageService);
  });
  afterAll(() => application.close());

  const create = (names: string[] = []) =>
    pipelines.create(organizationId, aPipeline({ stages: names.map((name) => ({ name })) }));

  it('get one of a name or a CRM identifier when twenty are made: pipeline.name_in_use, pipeline.crm_identifier_in_use', async () => {
    const crm_identifiers = [anIdentifier()];
    const named = await outcomesOf(20, () => pipelines.create(organizationId, { name: 'Contested' }));
    expect(named).toEqual({ ok: 1, 'pipeline.name_in_use': 19 });
    const identified = await outcomesOf(20, () =>
      pipelines.create(organizationId, aPipeline({ crm_identifiers })),
    );
    expect(identified).toEqual({ ok: 1, 'pipeline.crm_identifier_in_use': 19 });
  });

  it('give each of ten stages that are added at once a position of its own', async () => {
    const { id } = await create(['First']);
    expect(await outcomesOf(10, () => stages.create(organizationId, id, aStage()))).toEqual({ ok: 10 });
    const { stages: placed } = await pipelines.get(organizationId, id);
    expect(placed.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('get one stage of a name or a CRM identifier: stage.name_in_use, stage.crm_identifier_in_use', async () => {
    const { id } = await create();
    const named = await outcomesOf(10, () => stages.create(organizationId, id, { name: 'Contested' }));
    expect(named).toEqual({ ok: 1, 'stage.name_in_use': 9 });
    const crm_identifiers = [anIdentifier()];
    const identified = await outcomesOf(10, async () => {
      const other = await create();
      await stages.create(organizationId, other.id, aStage({ crm_identifiers }));
    });
    expect(identified).toEqual({ ok: 1, 'stage.crm_identifier_in_use': 9 });
  });

  it('take no stage while they are being archived: pipeline.archived', async () => {
    const { id } = await create();
    const race = await raceBehind(
      application,
      () => pipelines.update(organizationId, id, { is_archived: true }),
      () => stages.create(organizationId, id, aStage()),
    );
    expect(race).toEqual({ waited: true, outcome: 'pipeline.archived' });
  });

  it('let no one refer to a stage that is being archived, by itself or with its pipeline: stage.not_usable', async () => {
    const usable = application.get(UsableStages);
    const refer = (id: string) =>
      application.get(UnitOfWork).run(() => usable.lockForShare(organizationId, id, 'stage_id'));
    for (const archive of [
      (pipelineId: string, id: string) =>
        stages.update(organizationId, pipelineId, id, { is_archived: true }),
      (pipelineId: string) => pipelines.update(organizationId, pipelineId, { is_archived: true }),
    ]) {
      const pipeline = await create(['Contested']);
      const stageId = pipeline.stages[0]?.id ?? '';
      expect(await refer(stageId)).toMatchObject({ pipelineId: pipeline.id, outcome: 'open' });
      const race = await raceBehind(
        application,
        () => archive(pipeline.id, stageId),
        () => refer(stageId),
      );
      expect(race).toEqual({ waited: true, outcome: 'stage.not_usable' });
    }
    expect(await outcomesOf(1, () => refer(newId()))).toEqual({ 'stage.not_usable': 1 });
  });

  it('change all stages of a request or none, and let them swap their names', async () => {
    const { id, stages: placed } = await create(['One', 'Two', 'Three']);
    const [one = { id: '' }, two = { id: '' }, three = { id: '' }] = placed;
    const names = async () =>
      (await pipelines.get(organizationId, id)).stages.map(({ name, likelihood }) => [name, likelihood]);
    const swapped = await outcomesOf(1, () =>
      pipelines.update(organizationId, id, {
        stages: [
          { id: one.id, name: 'Two' },
          { id: two.id, name: 'One', likelihood: 0.5 },
        ],
      }),
    );
    expect(swapped).toEqual({ ok: 1 });
    expect(await names()).toEqual([
      ['Two', 0],
      ['One', 0.5],
      ['Three', 0],
    ]);
    const refused = await outcomesOf(1, () =>
      pipelines.update(organizationId, id, {
        name: 'Not kept',
        stages: [
          { id: one.id, likelihood: 0.9 },
          { id: three.id, name: 'one' },
        ],
      }),
    );
    expect(refused).toEqual({ 'stage.name_in_use': 1 });
    expect((await names()).map(([, likelihood]) => likelihood)).toEqual([0, 0.5, 0]);
    expect((await pipelines.get(organizationId, id)).name).not.toBe('Not kept');
    const told = await eventsAbout(application, one.id);
    expect(told.map(({ Topic, Payload }) => [Topic, Payload.PipelineId, Payload.ModifiedProperties])).toEqual(
      [
        ['pipelinestage.created', id, undefined],
        ['pipelinestage.modified', id, ['name']],
      ],
    );
    expect((await eventsAbout(application, id)).map(({ Topic }) => Topic)).toEqual(['pipeline.created']);
  });

  it('that are changed to the same twenty times, and their stages, change and tell of it once', async () => {
    const { id, stages: placed } = await create(['A', 'B']);
    const [first = '', second = ''] = placed.map((stage) => stage.id);
    const outcomes = await outcomesOf(20, (index) =>
      index % 2
        ? pipelines.update(organizationId, id, {
            anticipated_start_date: '2027-01-04',
            stages: [{ id: first, likelihood: 0.5 }],
          })
        : stages.update(organizationId, id, second, { likelihood: 0.5 }),
    );
    expect(outcomes).toEqual({ ok: 20 });
    for (const changed of [id, first, second])
      expect(await eventsAbout(application, changed)).toHaveLength(2);
  });

  it('keep every change when stages are changed by themselves and with their pipeline', async () => {
    const { id, stages: placed } = await create(['A', 'B', 'C']);
    const ids = placed.map((stage) => stage.id);
    const outcomes = await outcomesOf(24, (index) =>
      index % 2
        ? pipelines.update(organizationId, id, {
            stages: ids.map((stageId) => ({ id: stageId, position: index })),
          })
        : stages.update(organizationId, id, ids[index % 3] ?? '', { likelihood: 0.25 }),
    );
    expect(outcomes).toEqual({ ok: 24 });
    const after = (await pipelines.get(organizationId, id)).stages;
    expect(after.map(({ likelihood }) => likelihood)).toEqual([0.25, 0.25, 0.25]);
    expect(new Set(after.map(({ position }) => position)).size).toBe(1);
  });
});
