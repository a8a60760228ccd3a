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
}

let application: TestApplication;

beforeAll(async () => {
  application = await shareTestApplication();
});
afterAll(() => application.close());

const create = (members: object = {}) =>
  application.api.create<PipelineAnswer>('/v1/pipelines', aPipeline({ ...members }));
const patch = (id: string, members: object) =>
  application.api.patch<PipelineAnswer>(`/v1/pipelines/${id}`, members);
const addStage = (id: string, members: object = {}) =>
  application.api.create<StageAnswer>(`/v1/pipelines/${id}/stages`, aStage({ ...members }));

describe('the stages of a pipeline', () => {
  it('are added behind the last, where Location says, and tell of it with their pipeline', async () => {
    const { id } = await create({ stages: [{ name: 'First', position: 7 }] });
    const path = `/v1/pipelines/${id}/stages`;
    const { status, headers, body } = await application.api.post<StageAnswer>(path, { name: ' Proposal ' });
    expect([status, headers.get('location')]).toEqual([201, `${path}/${body.id}`]);
    expect(body).toMatchObject({
      pipeline_id: id,
      name: 'Proposal',
      position: 8,
      likelihood: 0,
      outcome: 'open',
      crm_identifiers: [],
      is_archived: false,
    });
    expect((await application.api.get(`${path}/${body.id}`)).body).toEqual(body);
    expect((await eventsAbout(application, body.id))[0]?.Payload).toEqual({ Id: body.id, PipelineId: id });
  });

  it('are found in their own pipeline only, else 404 stage.not_found', async () => {
    const first = await create();
    const second = await create();
    const stage = await addStage(first.id);
    for (const path of [`${second.id}/stages/${stage.id}`, `${first.id}/stages/${UNUSED_ID}`]) {
      expect(await refusal(application, 'GET', `/v1/pipelines/${path}`)).toEqual([404, 'stage.not_found']);
      expect(await refusal(application, 'PATCH', `/v1/pipelines/${path}`, { name: 'x' })).toEqual([
        404,
        'stage.not_found',
      ]);
    }
  });

  it('have a name of their own among those not archived, else 409 stage.name_in_use', async () => {
    const first = await create();
    const second = await create();
    const stage = await addStage(first.id, { name: 'Closed' });
    await addStage(second.id, { name: 'Closed' });
    const path = `/v1/pipelines/${first.id}/stages`;
    expect(await refusal(application, 'POST', path, { name: ' CLOSED' })).toEqual([409, 'stage.name_in_use']);
    await application.api.patch(`${path}/${stage.id}`, { is_archived: true });
    await addStage(first.id, { name: 'closed' });
    expect(await refusal(application, 'PATCH', `${path}/${stage.id}`, { is_archived: false })).toEqual([
      409,
      'stage.name_in_use',
    ]);
  });

  it('have each CRM identifier alone, else 409 stage.crm_identifier_in_use', async () => {
    const crm_identifiers = [anIdentifier()];
    const first = await create();
    const second = await create();
    await addStage(first.id, { crm_identifiers });
    expect(
      await refusal(application, 'POST', `/v1/pipelines/${second.id}/stages`, aStage({ crm_identifiers })),
    ).toEqual([409, 'stage.crm_identifier_in_use']);
  });

  it('are not added to an archived pipeline: 409 pipeline.archived; those it has can be changed', async () => {
    const { id } = await create();
    const stage = await addStage(id);
    await patch(id, { is_archived: true });
    expect(await refusal(application, 'POST', `/v1/pipelines/${id}/stages`, aStage())).toEqual([
      409,
      'pipeline.archived',
    ]);
    const changed = await application.api.patch(`/v1/pipelines/${id}/stages/${stage.id}`, {
      likelihood: 0.1,
    });
    expect(changed.status).toBe(200);
    await patch(id, { is_archived: false });
    await addStage(id);
  });

  it('change by the members that are sent, and tell of those that really changed', async () => {
    const { id } = await create();
    const stage = await addStage(id, { outcome: 'won', likelihood: 0.9 });
    const path = `/v1/pipelines/${id}/stages/${stage.id}`;
    const crm_identifiers = [anIdentifier()];
    expect((await application.api.patch(path, { name: stage.name, likelihood: 0.9 })).body).toEqual(stage);
    const changed = await application.api.patch(path, { likelihood: 0.95, outcome: 'open', crm_identifiers });
    expect(changed.body).toEqual({
      ...stage,
      likelihood: 0.95,
      outcome: 'open',
      crm_identifiers,
      modified_date: expect.any(String),
    });
    expect((await eventsAbout(application, stage.id))[1]?.Payload).toEqual({
      Id: stage.id,
      PipelineId: id,
      ModifiedProperties: ['likelihood', 'outcome', 'crm_identifiers'],
    });
    expect(
      await faults(application, 'PATCH', path, { position: 1.5, likelihood: null, pipeline_id: UNUSED_ID }),
    ).toEqual([400, ['likelihood', 'pipeline_id', 'position']]);
  });

  it('are listed by position, equal positions by creation, and found by words and state', async () => {
    const { id } = await create();
    const late = await addStage(id, { name: 'Late', position: 3 });
    const early = await addStage(id, { name: 'Early', position: 1 });
    const same = await addStage(id, { name: 'Early too', position: 1 });
    await application.api.patch(`/v1/pipelines/${id}/stages/${late.id}`, { is_archived: true });
    const list = async (query: string) =>
      (
        await application.api.get<{ results: StageAnswer[] }>(`/v1/pipelines/${id}/stages?${query}`)
      ).body.results.map((stage) => stage.id);
    expect(await list('')).toEqual([early.id, same.id, late.id]);
    expect(await list('pageSize=1&page=2')).toEqual([same.id]);
    expect(await list('terms=early')).toEqual([early.id, same.id]);
    expect(await list('is_archived=true')).toEqual([late.id]);
    expect(await list('terms=nothing')).toEqual([]);
  });
});
