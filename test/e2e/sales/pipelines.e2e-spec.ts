import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anIdentifier, aPipeline, aStage } from '../../factories/sales.factory.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { faults, refusal, UNUSED_ID } from '../../support/requests/refusals.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

interface StageAnswer extends Record<string, unknown> {
  id: string;
  name: string;
  position: number;
}

interface PipelineAnswer extends Record<string, unknown> {
  id: string;
  stages: StageAnswer[];
  modified_date: string;
}

let application: TestApplication;

beforeAll(async () => {
  application = await shareTestApplication();
});
afterAll(() => application.close());

const create = (members: object = {}) =>
  application.api.create<PipelineAnswer>('/v1/pipelines', aPipeline({ ...members }));
const get = async (id: string) => (await application.api.get<PipelineAnswer>(`/v1/pipelines/${id}`)).body;
const patch = (id: string, members: object) =>
  application.api.patch<PipelineAnswer>(`/v1/pipelines/${id}`, members);
const addStage = (id: string, members: object = {}) =>
  application.api.create<StageAnswer>(`/v1/pipelines/${id}/stages`, aStage({ ...members }));
const topics = async (id: string) =>
  (await eventsAbout(application, id)).map(({ Topic, Payload }) => [Topic, Payload.ModifiedProperties]);

describe('pipelines', () => {
  it('need a name only, are created where Location says, and tell of it', async () => {
    const { status, headers, body } = await application.api.post<PipelineAnswer>('/v1/pipelines', {
      name: ' New business ',
    });
    expect([status, headers.get('location')]).toEqual([201, `/v1/pipelines/${body.id}`]);
    expect(body).toMatchObject({
      name: 'New business',
      budget: null,
      anticipated_start_date: null,
      crm_identifiers: [],
      stages: [],
      is_archived: false,
    });
    expect(await get(body.id)).toEqual(body);
    expect(await topics(body.id)).toEqual([['pipeline.created', undefined]]);
  });

  it('that do not exist are refused with 404 pipeline.not_found', async () => {
    const unknown = [404, 'pipeline.not_found'];
    expect(await refusal(application, 'GET', `/v1/pipelines/${UNUSED_ID}`)).toEqual(unknown);
    expect(await refusal(application, 'PATCH', `/v1/pipelines/${UNUSED_ID}`, {})).toEqual(unknown);
    expect(await refusal(application, 'GET', `/v1/pipelines/${UNUSED_ID}/stages`)).toEqual(unknown);
    expect(await refusal(application, 'POST', `/v1/pipelines/${UNUSED_ID}/stages`, aStage())).toEqual(
      unknown,
    );
  });

  it('are created with their stages, ordered by position and creation', async () => {
    const { id, stages } = await create({
      stages: [
        { name: 'Lead' },
        { name: 'Won', outcome: 'won' },
        { name: 'Lost', position: 9, outcome: 'lost', likelihood: 0.0001 },
        { name: 'Call', position: 0, likelihood: 0.25 },
        { name: 'Late' },
      ],
    });
    expect(
      stages.map(({ name, position, likelihood, outcome }) => [name, position, likelihood, outcome]),
    ).toEqual([
      ['Lead', 0, 0, 'open'],
      ['Call', 0, 0.25, 'open'],
      ['Won', 1, 1, 'won'],
      ['Lost', 9, 0.0001, 'lost'],
      ['Late', 10, 0, 'open'],
    ]);
    expect((await get(id)).stages).toEqual(stages);
    for (const stage of stages)
      expect(await topics(stage.id)).toEqual([['pipelinestage.created', undefined]]);
  });

  it('with new stages of a wrong shape are refused with 400 that names each', async () => {
    const crm_identifiers = [anIdentifier()];
    const stages = [
      { name: 'A', likelihood: 1.5, crm_identifiers },
      { position: -1, outcome: 'maybe' },
      { name: 'B', id: UNUSED_ID, likelihood: 0.12345 },
    ];
    expect(await faults(application, 'POST', '/v1/pipelines', aPipeline({ stages }))).toEqual([
      400,
      [
        'stages[0].likelihood',
        'stages[1].name',
        'stages[1].outcome',
        'stages[1].position',
        'stages[2].id',
        'stages[2].likelihood',
      ],
    ]);
    const sharing = [aStage({ crm_identifiers }), aStage({ crm_identifiers })];
    expect(await faults(application, 'POST', '/v1/pipelines', aPipeline({ stages: sharing }))).toEqual([
      400,
      ['stages[1].crm_identifiers[0]'],
    ]);
  });

  it('have a name of their own among those not archived, else 409 pipeline.name_in_use', async () => {
    const first = await create({ name: 'Renewals' });
    expect(await refusal(application, 'POST', '/v1/pipelines', { name: 'RENEWALS ' })).toEqual([
      409,
      'pipeline.name_in_use',
    ]);
    await patch(first.id, { is_archived: true });
    await create({ name: 'renewals' });
    expect(await refusal(application, 'PATCH', `/v1/pipelines/${first.id}`, { is_archived: false })).toEqual([
      409,
      'pipeline.name_in_use',
    ]);
  });

  it('have each CRM identifier alone, else 409 pipeline.crm_identifier_in_use', async () => {
    const crm_identifiers = [anIdentifier()];
    const { id } = await create({ crm_identifiers });
    expect(await refusal(application, 'POST', '/v1/pipelines', aPipeline({ crm_identifiers }))).toEqual([
      409,
      'pipeline.crm_identifier_in_use',
    ]);
    // A client or a stage is another kind of record.
    await application.api.create('/v1/clients', { name: 'Same identifier', crm_identifiers });
    await addStage(id, { crm_identifiers });
    expect((await patch(id, { crm_identifiers: [] })).body.crm_identifiers).toEqual([]);
  });

  it('change budget and anticipated start, clear them by null, and tell of what really changed', async () => {
    const budget = { currency_code: 'EUR', amount: 250_000.125 };
    const { id } = await create({ budget, anticipated_start_date: '2027-01-04' });
    const before = await get(id);
    expect(before).toMatchObject({ budget, anticipated_start_date: '2027-01-04' });
    expect((await patch(id, { budget: { ...budget }, stages: [] })).body).toEqual(before);
    const cleared = await patch(id, { budget: null, anticipated_start_date: null });
    expect(cleared.body).toMatchObject({ budget: null, anticipated_start_date: null });
    expect(await topics(id)).toEqual([
      ['pipeline.created', undefined],
      ['pipeline.modified', ['budget', 'anticipated_start_date']],
    ]);
    expect(
      await faults(application, 'PATCH', `/v1/pipelines/${id}`, {
        budget: { currency_code: 'XXQ', amount: -1, extra: 1 },
        anticipated_start_date: '2027-02-30',
      }),
    ).toEqual([400, ['anticipated_start_date', 'budget.amount', 'budget.currency_code', 'budget.extra']]);
  });

  it('change their stages together; only those tell of it and have a new modified_date', async () => {
    const pipeline = await create({ stages: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }] });
    const [one = { id: '' }, two = { id: '' }, three = { id: '' }] = pipeline.stages;
    const { body } = await patch(pipeline.id, {
      stages: [
        { id: one.id.toUpperCase(), name: 'Two', position: 5 },
        { id: two.id, name: 'One', likelihood: 0.5, outcome: 'won' },
        { id: three.id, name: 'Three' },
      ],
    });
    expect(body.modified_date).toBe(pipeline.modified_date);
    expect(body.stages.map(({ id, name }) => [id, name])).toEqual([
      [two.id, 'One'],
      [three.id, 'Three'],
      [one.id, 'Two'],
    ]);
    expect(body.stages[1]).toEqual(three);
    expect(await topics(pipeline.id)).toHaveLength(1);
    const created = ['pipelinestage.created', undefined];
    expect(await topics(one.id)).toEqual([created, ['pipelinestage.modified', ['name', 'position']]]);
    expect(await topics(two.id)).toEqual([
      created,
      ['pipelinestage.modified', ['name', 'likelihood', 'outcome']],
    ]);
    expect(await topics(three.id)).toEqual([created]);
  });

  it('refuse changes of a stage that they do not have with 422 pipeline.unknown_stage, and change nothing', async () => {
    const other = await create({ stages: [aStage()] });
    const pipeline = await create({ stages: [aStage()] });
    for (const id of [UNUSED_ID, other.stages[0]?.id]) {
      const { status, body } = await application.api.patch(`/v1/pipelines/${pipeline.id}`, {
        name: 'Not kept',
        stages: [
          { id: pipeline.stages[0]?.id, name: 'Not kept' },
          { id, name: 'x' },
        ],
      });
      expect([status, body.code]).toEqual([422, 'pipeline.unknown_stage']);
      expect(body.detail).toMatch(/^stages\[1\]\.id: /);
    }
    expect(await get(pipeline.id)).toEqual(pipeline);
  });

  it('refuse changes that name a stage twice, or members that no stage change has, with 400', async () => {
    const { id, stages } = await create({ stages: [aStage()] });
    const stage = { id: stages[0]?.id };
    const refused = await faults(application, 'PATCH', `/v1/pipelines/${id}`, {
      stages: [stage, { ...stage, is_archived: true }, { name: null }],
    });
    expect(refused).toEqual([400, ['stages[1]', 'stages[1].is_archived', 'stages[2].id', 'stages[2].name']]);
  });

  it('are listed with their stages, found by words of the name and by state', async () => {
    const first = await create({ name: 'Okapi north', stages: [aStage(), aStage()] });
    const second = await create({ name: 'Okapi south' });
    await patch(second.id, { is_archived: true });
    const list = async (query: string) =>
      (await application.api.get<{ results: PipelineAnswer[] }>(`/v1/pipelines?${query}`)).body.results;
    expect((await list('terms=okapi')).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(await list('terms=OKAPI&is_archived=false')).toEqual([first]);
  });
});
