import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventRelayRepository } from '../../../src/contexts/integrations/delivery-pipeline/relay/event-relay.repository.js';
import { WebhookSubscriberService } from '../../../src/contexts/integrations/webhook-subscribers/webhook-subscriber.service.js';
import { WebhookSubscriptionService } from '../../../src/contexts/integrations/webhook-subscribers/webhook-subscription.service.js';
import {
  plannedTimeModified,
  projectModified,
  projectOfferingCreated,
  projectOfferingModified,
  projectsMerged,
} from '../../../src/contexts/delivery/index.js';
import { clientModified } from '../../../src/contexts/sales/index.js';
import { accessTokenRevoked } from '../../../src/contexts/organization/organization.events.js';
import { UnitOfWork } from '../../../src/platform/database/index.js';
import { changeWith, EventPublisher } from '../../../src/platform/events/index.js';
import { currentRequest } from '../../../src/platform/logging/index.js';
import { newId } from '../../../src/platform/values/index.js';
import { aProject } from '../../factories/delivery.factory.js';
import { ProjectService } from '../../../src/contexts/delivery/projects/project.service.js';
import { createPlanning } from '../../support/application/planning.js';
import { createTestModule, type TestModule } from '../../support/application/test-application.js';
import { forgetWebhooks } from '../../support/application/webhook-world.js';

describe('a webhook subscriber with filters', () => {
  let application: TestModule;
  let organizationId: string;
  let userId: string;
  let tokenId: string;
  let projects: string[];

  beforeAll(async () => {
    application = await createTestModule();
    organizationId = application.organizationId;
    const [token] = await application.database.query<{ id: string; user_id: string }[]>(
      'SELECT id, user_id FROM access_tokens WHERE organization_id = $1',
      [organizationId],
    );
    ({ id: tokenId = '', user_id: userId = '' } = token ?? {});
    const { clientId } = await createPlanning(application);
    const made = ['One', 'Two'].map((name) =>
      application.get(ProjectService).create(organizationId, aProject(clientId, { name })),
    );
    projects = (await Promise.all(made)).map(({ id }) => id);
  });
  afterAll(() => application.close());

  const subscriber = async (filters = {}, topics = ['*']): Promise<string> => {
    const url = 'https://192.0.2.1/';
    const { id } = await application
      .get(WebhookSubscriberService)
      .create(organizationId, { name: url, url, ...filters });
    await application.get(WebhookSubscriptionService).subscribe(organizationId, id, topics);
    return id;
  };

  /** One of each sort, of which the third is what another token did, and the last is for administrators. */
  const publishAll = async (): Promise<void> => {
    const events = application.get(EventPublisher);
    const [one = '', two = ''] = projects;
    const value = { from: 1, to: 2 };
    const change = (id: string, member: string, parents = {}) =>
      changeWith(organizationId, id, { [member]: value }, parents);
    const work = () =>
      application.get(UnitOfWork).run(async () => {
        const inOne = { projectId: one };
        await events.publish(projectModified, change(one, 'status'), change(two, 'name'));
        await events.publish(projectOfferingModified, {
          ...change(newId(), 'name'),
          payload: { ...inOne, modifiedProperties: ['name'] },
        });
        await events.publish(projectOfferingCreated, { organizationId, id: newId(), payload: inOne });
        await events.publish(projectsMerged, {
          organizationId,
          id: newId(),
          payload: { targetProjectId: one },
        });
        await events.publish(accessTokenRevoked, { organizationId, id: tokenId });
      });
    await currentRequest.run({ reqId: 'r', address: undefined, organizationId, userId, tokenId }, work);
    // After the response, as from a loop of the program, nobody is the actor.
    await currentRequest.run(
      { reqId: 'r', address: undefined, organizationId, userId, tokenId, isAnswered: () => true },
      () => application.get(UnitOfWork).run(() => events.publish(clientModified, change(newId(), 'status'))),
    );
  };

  const topicsOf = async (id: string): Promise<string[]> => {
    const rows = await application.database.query<{ topic: string }[]>(
      'SELECT topic FROM webhook_deliveries WHERE webhook_subscriber_id = $1 ORDER BY topic, id',
      [id],
    );
    return rows.map(({ topic }) => topic);
  };

  it('gets what is of its projects, of its members, and not by its own token; nobody gets what is for administrators', async () => {
    await forgetWebhooks(application);
    const [one = ''] = projects;
    const all = await subscriber();
    const ofProject = await subscriber({ project_ids: [one] });
    const ofMembers = await subscriber({ modified_properties: ['status', 'stage_id'] });
    const noEcho = await subscriber({ exclude_access_token_ids: [tokenId] });
    const both = await subscriber({ project_ids: [one], modified_properties: ['status'] }, ['project.*']);
    await application.database.query('TRUNCATE outbox_events, changes');
    await publishAll();
    await application.get(EventRelayRepository).relay(100);
    const subscribers = Object.entries({ all, ofProject, ofMembers, noEcho, both });
    const got = subscribers.map(async ([name, id]) => [name, await topicsOf(id)] as const);
    expect(Object.fromEntries(await Promise.all(got))).toEqual({
      all: [
        'client.modified',
        'project.merged',
        'project.modified',
        'project.modified',
        'projectoffering.created',
        'projectoffering.modified',
      ],
      ofProject: [
        'project.merged',
        'project.modified',
        'projectoffering.created',
        'projectoffering.modified',
      ],
      ofMembers: ['client.modified', 'project.merged', 'project.modified', 'projectoffering.created'],
      noEcho: ['client.modified'],
      both: ['project.merged', 'project.modified'],
    });
    const left = await application.database.query(`SELECT topic FROM outbox_events`);
    expect(left).toEqual([]);
    const withheld = await application.database.query(
      `SELECT actor_access_token_id AS actor FROM changes WHERE topic = 'accesstoken.revoked'`,
    );
    expect(withheld).toEqual([{ actor: tokenId }]);
  });

  it('gets its events also beside some whose ids and days are none', async () => {
    await forgetWebhooks(application);
    const [one = ''] = projects;
    const id = await subscriber({ project_ids: [one] });
    await application.database.query('TRUNCATE outbox_events, changes');
    const events = application.get(EventPublisher);
    const days = [
      ['2024-02-29', '2024-03-31'],
      ['2026-02-29', '2026-13-01'],
      ['2026-00-10', 'soon'],
    ] as const;
    await application.get(UnitOfWork).run(async () => {
      const offeringOf = (projectId: string) => ({ organizationId, id: newId(), payload: { projectId } });
      await events.publish(projectOfferingCreated, offeringOf('none'), offeringOf(one));
      const payload = { targetProjectId: 'none' };
      await events.publish(projectsMerged, { organizationId, id: 'none', payload });
      for (const [startDate, endDate] of days) {
        const planned = { projectId: one, projectOfferingId: newId(), startDate, endDate };
        await events.publish(plannedTimeModified, { organizationId, id: newId(), payload: planned });
      }
    });
    expect(await application.get(EventRelayRepository).relay(100)).toMatchObject({ events: 6 });
    expect(await topicsOf(id)).toEqual(
      ['projectoffering.created', ...days.map(() => plannedTimeModified.name)].sort(),
    );
    const changes = await application.database.query(
      `SELECT start_date::text, end_date::text FROM changes WHERE topic = $1 ORDER BY position`,
      [plannedTimeModified.name],
    );
    expect(changes).toEqual([
      { start_date: '2024-02-29', end_date: '2024-03-31' },
      { start_date: null, end_date: null },
      { start_date: null, end_date: null },
    ]);
  });

  it('may name only what the organization has: webhook_subscriber.unknown_in_filter', async () => {
    const { organizationId: other } = await application.organization('Other');
    const [foreign] = await application.database.query<{ id: string }[]>(
      'SELECT id FROM access_tokens WHERE organization_id = $1',
      [other],
    );
    const code = 'webhook_subscriber.unknown_in_filter';
    await expect(subscriber({ project_ids: [...projects, newId()] })).rejects.toMatchObject({ code });
    const id = await subscriber({ project_ids: projects, modified_properties: ['name'] });
    const service = application.get(WebhookSubscriberService);
    await expect(
      service.update(organizationId, id, { exclude_access_token_ids: [foreign?.id ?? ''] }),
    ).rejects.toMatchObject({ code });
    const cleared = await service.update(organizationId, id, {
      project_ids: null,
      modified_properties: null,
    });
    expect(cleared).toMatchObject({ project_ids: null, modified_properties: null });
  });
});
