import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aProject } from '../../factories/delivery.factory.js';
import { aClient, anIdentifier, aPipeline } from '../../factories/sales.factory.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { refusal, UNUSED_ID } from '../../support/requests/refusals.js';
import { createSales } from '../../support/application/sales.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

interface ProjectAnswer extends Record<string, unknown> {
  id: string;
  name: string;
  status: string;
  modified_date: string;
}

describe('projects', () => {
  let application: TestApplication;
  let client: string;
  let open: string;
  let won: string;

  beforeAll(async () => {
    application = await shareTestApplication();
    ({ client, open, won } = await createSales(application.api));
  });
  afterAll(() => application.close());

  const create = (members: object = {}) =>
    application.api.create<ProjectAnswer>('/v1/projects', aProject(client, { ...members }));
  const patch = (id: string, members: object) =>
    application.api.patch<ProjectAnswer>(`/v1/projects/${id}`, members);

  it('refer to a client in use, else 422 client.not_usable; an archived one may stay', async () => {
    const archived = await application.api.create('/v1/clients', aClient());
    const project = await create({ client_id: archived.id });
    await application.api.patch(`/v1/clients/${archived.id}`, { is_archived: true });
    const details = new Set<unknown>();
    for (const client_id of [archived.id, UNUSED_ID, open]) {
      const { status, body } = await application.api.post('/v1/projects', aProject(client_id));
      expect([status, body.code]).toEqual([422, 'client.not_usable']);
      details.add(body.detail);
    }
    expect([...details]).toEqual([expect.stringMatching(/^client_id: /)]);
    const kept = await patch(project.id, { client_id: archived.id, name: 'Kept' });
    expect([kept.status, kept.body.name]).toEqual([200, 'Kept']);
  });

  it('enter a stage in use, else 422 stage.not_usable; an archived one may stay', async () => {
    const stages = [{ name: 'Closing' }, { name: 'Other' }];
    const made = await application.api.create<{ id: string; stages: { id: string }[] }>(
      '/v1/pipelines',
      aPipeline({ stages }),
    );
    const [closing = '', other = ''] = made.stages.map(({ id }) => id);
    const project = await create({ stage_id: closing });
    await application.api.patch(`/v1/pipelines/${made.id}/stages/${closing}`, { is_archived: true });
    const unusable = [422, 'stage.not_usable'];
    for (const stage_id of [closing, UNUSED_ID, client]) {
      expect(await refusal(application, 'POST', '/v1/projects', aProject(client, { stage_id }))).toEqual(
        unusable,
      );
    }
    expect((await patch(project.id, { stage_id: closing, name: 'Kept' })).status).toBe(200);
    const moved = await create({ stage_id: other });
    await application.api.patch(`/v1/pipelines/${made.id}`, { is_archived: true });
    expect(await refusal(application, 'PATCH', `/v1/projects/${project.id}`, { stage_id: other })).toEqual(
      unusable,
    );
    expect((await patch(moved.id, { stage_id: null })).body.stage_id).toBeNull();
  });

  it('that enter a won stage as pre_sale become awaiting_start in the same change', async () => {
    const project = await create({ stage_id: open });
    expect(project.status).toBe('pre_sale');
    const converted = await patch(project.id, { stage_id: won });
    expect(converted.body).toMatchObject({ stage_id: won, status: 'awaiting_start' });
    expect((await eventsAbout(application, project.id)).at(-1)?.Payload.ModifiedProperties).toEqual([
      'stage_id',
      'status',
    ]);
    expect((await create({ stage_id: won })).status).toBe('awaiting_start');
    expect((await create({ stage_id: won, status: 'completed' })).status).toBe('completed');
    const back = await patch(project.id, { status: 'pre_sale' });
    expect(back.body.status).toBe('pre_sale');
    expect((await patch(project.id, { stage_id: won })).body).toEqual(back.body);
    const running = await create({ stage_id: open, status: 'in_progress' });
    expect((await patch(running.id, { stage_id: won })).body.status).toBe('in_progress');
  });

  it('carry tags that exist, else 422 tag.not_usable; a tag in use stays: 409 tag.in_use', async () => {
    const project = await create({ tags: ['REMOTE', 'key account', 'Old tag'] });
    expect(project.tags).toEqual(['Key account', 'Old tag', 'remote']);
    const [old] = (await application.api.get<{ results: { id: string }[] }>('/v1/tags?terms=old')).body
      .results;
    expect(await refusal(application, 'DELETE', `/v1/tags/${old?.id}`)).toEqual([409, 'tag.in_use']);
    await application.api.patch(`/v1/tags/${old?.id}`, { is_archived: true });
    const unknown = [422, 'tag.not_usable'];
    expect(
      await refusal(application, 'POST', '/v1/projects', aProject(client, { tags: ['Old tag'] })),
    ).toEqual(unknown);
    expect(await refusal(application, 'PATCH', `/v1/projects/${project.id}`, { tags: ['nobody'] })).toEqual(
      unknown,
    );
    const reordered = await patch(project.id, { tags: ['old TAG', 'remote', 'Key account'] });
    expect(reordered.body).toEqual(project);
    expect((await patch(project.id, { tags: ['old tag'] })).body.tags).toEqual(['Old tag']);
    expect((await patch(project.id, { tags: [] })).body.tags).toEqual([]);
    expect((await application.api.delete(`/v1/tags/${old?.id}`)).status).toBe(204);
  });

  it('have each CRM identifier alone, else 409 project.crm_identifier_in_use', async () => {
    const crm_identifiers = [anIdentifier()];
    const first = await create({ crm_identifiers });
    const second = await create();
    const inUse = [409, 'project.crm_identifier_in_use'];
    expect(await refusal(application, 'POST', '/v1/projects', aProject(client, { crm_identifiers }))).toEqual(
      inUse,
    );
    expect(await refusal(application, 'PATCH', `/v1/projects/${second.id}`, { crm_identifiers })).toEqual(
      inUse,
    );
    await patch(first.id, { crm_identifiers: [] });
    expect((await patch(second.id, { crm_identifiers })).body.crm_identifiers).toEqual(crm_identifiers);
  });
});
