import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CostRateService } from '../../../src/contexts/people/cost-rates/cost-rate.service.js';
import { TimesheetEntryIntake } from '../../../src/contexts/time-tracking/index.js';
import { aTimesheetEntry } from '../../factories/time-tracking.factory.js';
import { ApiDescription } from '../../support/requests/api-description.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { createWorld, fill, type World } from '../../support/application/world.js';

type Json = Record<string, unknown>;

interface Published {
  readonly topic: string;
  readonly body: { readonly Payload: { readonly Id: string }; readonly Actor: unknown };
  readonly parents: Json;
  readonly modified_properties: string[] | null;
  readonly values: Record<string, { from: unknown; to: unknown }> | null;
  readonly actor_user_id: string | null;
  readonly actor_access_token_id: string | null;
}

const ROLES = '/v1/projects/{project_id}/offerings/{project_offering_id}/roles';

/** For each collection what its events are called, and a change of what changes no other member. */
const resources: Readonly<Record<string, readonly [name: string, change: Json]>> = {
  '/v1/organization': ['organization', { target_margin: 0.25, calculation_threshold: 'last_week' }],
  '/v1/users': ['user', { email_address: 'renamed@example.com', scopes: ['read', 'sales:write'] }],
  '/v1/tags': ['tag', { name: 'Renamed tag' }],
  '/v1/departments': ['department', { name: 'Renamed' }],
  '/v1/roles': ['role', { name: 'Renamed', default_cost_rate: { currency_code: 'USD', amount: 70.5 } }],
  '/v1/people': ['person', { given_name: 'Ada', capacity: 0.5, tags: [] }],
  '/v1/requisitions': ['requisition', { name: 'Renamed' }],
  '/v1/rate-cards': ['ratecard', { name: 'Renamed', is_default: true }],
  '/v1/rate-cards/{rate_card_id}/rates': [
    'ratecardrate',
    { bill_rate: { currency_code: 'USD', amount: 151.5 } },
  ],
  '/v1/clients': ['client', { name: 'Renamed', crm_identifiers: [{ system: 'crm', identifier: '43' }] }],
  '/v1/pipelines': ['pipeline', { name: 'Renamed' }],
  '/v1/pipelines/{pipeline_id}/stages': ['pipelinestage', { likelihood: 0.3 }],
  '/v1/projects': [
    'project',
    { name: 'Renamed', target_budget: { currency_code: 'USD', amount: 1000.5 }, metadata: { deal: 'X-1' } },
  ],
  '/v1/projects/{project_id}/offerings': ['projectoffering', { name: 'Renamed' }],
  [ROLES]: ['projectofferingrole', { tags: [] }],
  '/v1/actual-time': ['actualtime', { hours: 3.25, description: 'Workshop' }],
  '/v1/webhook-subscribers': ['webhooksubscriber', { name: 'Renamed', modified_properties: ['status'] }],
};

describe('every write', () => {
  let application: TestApplication;
  let world: World;
  let actor: Json;
  let last = '00000000-0000-0000-0000-000000000000';

  const published = async (): Promise<Published[]> => {
    const rows = await application.database.query<(Published & { id: string; body: string })[]>(
      'SELECT * FROM outbox_events WHERE organization_id = $1 AND id > $2 ORDER BY id',
      [world.organizationId, last],
    );
    last = rows.at(-1)?.id ?? last;
    return rows.map((row) => ({ ...row, body: JSON.parse(row.body) as Published['body'] }));
  };
  const told = (events: readonly Published[]) =>
    events.map(({ topic, body, parents, modified_properties, values }) => ({
      topic,
      id: body.Payload.Id,
      parents,
      modified_properties,
      values,
    }));
  const idOf = (collection: string): string => world.ids[collection] ?? '';
  const pathOf = (path: string): string => fill(path, idOf);

  beforeAll(async () => {
    application = await createTestApplication();
    world = await createWorld(application, 'World');
    const { body: me } = await world.api.get('/v1/me');
    actor = { actor_user_id: me.user_id, actor_access_token_id: me.token_id };
  });
  afterAll(() => application.close());

  it('that creates publishes an event with its actor and its parents, also without a subscriber', async () => {
    const created = (await published()).filter(({ topic }) => topic.endsWith('.created'));
    const topics = new Map(created.map((event) => [event.body.Payload.Id, event]));
    for (const [collection, [name]] of Object.entries(resources)) {
      if (collection === '/v1/organization') continue;
      const event = topics.get(idOf(collection));
      expect(event).toMatchObject({ topic: `${name}.created`, ...actor, values: null });
      expect(event?.body.Actor).toEqual({
        UserId: actor.actor_user_id,
        AccessTokenId: actor.actor_access_token_id,
      });
    }
    const inOffering = {
      project_id: idOf('/v1/projects'),
      project_offering_id: idOf('/v1/projects/{project_id}/offerings'),
    };
    const parentsOf = (collection: string) => topics.get(idOf(collection))?.parents;
    expect(parentsOf(ROLES)).toEqual(inOffering);
    const inTime = { ...inOffering, person_id: idOf('/v1/people') };
    expect(parentsOf('/v1/actual-time')).toEqual(inTime);
    expect(parentsOf('/v1/rate-cards/{rate_card_id}/rates')).toEqual({
      rate_card_id: idOf('/v1/rate-cards'),
    });
    expect(topics.get(idOf('/v1/access-tokens'))).toMatchObject({ topic: 'accesstoken.created', ...actor });
    // What the timesheet service sends is no request of a caller.
    expect(topics.get(idOf('/v1/timesheet-entries'))).toMatchObject({
      topic: 'timesheetentry.created',
      actor_user_id: null,
      actor_access_token_id: null,
      body: { Actor: null },
      parents: inTime,
    });
  });

  it('that changes tells each member from what to what, as a GET shows them', async () => {
    const description = await ApiDescription.of(application.url);
    const places = description.operations().filter(({ method }) => method === 'PATCH');
    await published();
    for (const { path } of places) {
      const [name, change] = resources[path.replace(/\/\{id\}$/, '')] ?? [path, {}];
      const { body: before } = await world.api.get(pathOf(path));
      const { status, body: after } = await world.api.patch(pathOf(path), change);
      const members = Object.keys(change);
      expect([path, status]).toEqual([path, 200]);
      const events = (await published()).filter(({ body }) => body.Payload.Id === after.id);
      expect(events).toMatchObject([{ topic: `${name}.modified`, ...actor }]);
      expect(events.map(({ modified_properties: names }) => names)).toEqual([members]);
      const values = members.map((member) => [member, { from: before[member], to: after[member] }]);
      expect([path, events[0]?.values]).toEqual([path, Object.fromEntries(values)]);
      expect((await world.api.patch(pathOf(path), change)).status).toBe(200);
      expect([path, await published()]).toEqual([path, []]);
    }
    expect(places.length).toBe(Object.keys(resources).length);
  });

  it('that moves the default rate card modifies the one that was it', async () => {
    const { id } = await world.api.create('/v1/rate-cards', { name: 'New default', is_default: true });
    expect(told(await published())).toEqual([
      {
        topic: 'ratecard.modified',
        id: idOf('/v1/rate-cards'),
        parents: {},
        modified_properties: ['is_default'],
        values: { is_default: { from: true, to: false } },
      },
      expect.objectContaining({ topic: 'ratecard.created', id }),
    ]);
  });

  it('of a dated cost rate tells the rate of that day, whatever is shown today', async () => {
    const person = pathOf('/v1/people/{id}');
    const day = '2032-03-01';
    const rates = [90, 95.5].map((amount) => ({ currency_code: 'USD', amount }));
    await world.api.patch(person, { cost_rate: rates[1], cost_rate_effective_date: day });
    const days = { from: world.ids['/v1/people/{id}/cost-rates'], to: day };
    const set = { cost_rate: { from: rates[0], to: rates[1] }, cost_rate_effective_date: days };
    expect((await published()).map(({ values }) => values)).toEqual([set]);
    expect((await world.api.delete(`${person}/cost-rates/${day}`)).status).toBe(204);
    const removed = {
      cost_rate: { from: rates[1], to: rates[0] },
      cost_rate_effective_date: { from: days.to, to: days.from },
    };
    expect((await published()).map(({ values }) => values)).toEqual([removed]);
    const { rows } = await application
      .get(CostRateService)
      .list(world.organizationId, idOf('/v1/people'), { page: 1, pageSize: 10 });
    expect(rows.map(({ effective_date }) => effective_date)).not.toContain(day);
  });

  it('that merges tells of all that moves, timesheet entries included', async () => {
    const { api, organizationId } = world;
    const client_id = idOf('/v1/clients');
    const target = await api.create('/v1/projects', { name: 'Target', client_id });
    const source = await api.create('/v1/projects', { name: 'Source', client_id, tags: ['Renamed tag'] });
    const billing_model = 'time_and_materials';
    await api.create(`/v1/projects/${target.id}/offerings`, { name: 'Design', billing_model });
    const offering = await api.create(`/v1/projects/${source.id}/offerings`, {
      name: 'Design',
      billing_model,
    });
    const person = { type: 'person', id: idOf('/v1/people') };
    const role = await api.create(`/v1/projects/${source.id}/offerings/${offering.id}/roles`, {
      role_id: idOf('/v1/roles'),
      assignment: person,
    });
    const entry = aTimesheetEntry({
      project_id: source.id,
      project_offering_id: offering.id,
      project_offering_role_id: role.id,
      person_id: person.id,
    });
    const entries = await application.get(TimesheetEntryIntake).take(organizationId, [entry, entry, entry]);
    await published();
    expect((await api.post(`/v1/projects/${target.id}/merge/${source.id}`)).status).toBe(204);
    const project_id = { from: source.id, to: target.id };
    const parents = { project_id: target.id };
    const inOffering = { ...parents, project_offering_id: offering.id };
    const events = await published();
    expect(events.every((event) => event.actor_access_token_id === actor.actor_access_token_id)).toBe(true);
    const moved = (topic: string, id: string, place: Json, values: Published['values']) => ({
      topic: `${topic}.modified`,
      id,
      parents: place,
      modified_properties: Object.keys(values ?? {}),
      values,
    });
    const tags = ['Renamed tag'];
    expect(told(events)).toEqual([
      {
        topic: 'project.merged',
        id: source.id,
        parents: { target_project_id: target.id },
        modified_properties: null,
        values: null,
      },
      moved(
        'project',
        source.id,
        {},
        {
          merged_into_id: { from: null, to: target.id },
          is_archived: { from: false, to: true },
          tags: { from: tags, to: [] },
        },
      ),
      moved('project', target.id, {}, { tags: { from: [], to: tags } }),
      moved('projectoffering', offering.id, parents, {
        project_id,
        name: { from: 'Design', to: 'Design (Source)' },
      }),
      moved('projectofferingrole', role.id, inOffering, { project_id }),
      ...[...entries]
        .sort()
        .map((id) => moved('timesheetentry', id, { ...inOffering, person_id: person.id }, { project_id })),
    ]);
  });

  it('that deletes actual time tells of the timesheet entry that became it too', async () => {
    const path = pathOf('/v1/actual-time/{id}');
    const { body: time } = await world.api.get(path);
    await published();
    expect((await world.api.delete(path)).status).toBe(204);
    const { project_id, project_offering_id, person_id } = time;
    const parents = { project_id, project_offering_id, person_id };
    expect(told(await published())).toEqual([
      { topic: 'actualtime.deleted', id: time.id, parents, modified_properties: null, values: null },
      {
        topic: 'timesheetentry.modified',
        id: idOf('/v1/timesheet-entries'),
        parents,
        modified_properties: ['actual_time_id'],
        values: { actual_time_id: { from: time.id, to: null } },
      },
    ]);
  });

  it('that deletes or revokes publishes it, once', async () => {
    const token = await world.api.create('/v1/access-tokens', { name: 'Short', scopes: ['read'] });
    const tag = await world.api.create('/v1/tags', { name: 'Short' });
    const ends = {
      [`/v1/access-tokens/${token.id}`]: 'accesstoken.revoked',
      [`/v1/tags/${tag.id}`]: 'tag.deleted',
      [pathOf('/v1/rate-cards/{rate_card_id}/rates/{id}')]: 'ratecardrate.deleted',
      [pathOf('/v1/webhook-subscribers/{id}/subscriptions/{topic}')]: 'webhooksubscriber.modified',
      [pathOf('/v1/webhook-subscribers/{id}')]: 'webhooksubscriber.deleted',
    };
    await published();
    for (const [path, topic] of Object.entries(ends)) {
      expect([path, (await world.api.delete(path)).status]).toEqual([path, 204]);
      expect(await published()).toMatchObject([{ topic, ...actor }]);
    }
    expect((await world.api.delete(`/v1/access-tokens/${token.id}`)).status).toBe(204);
    expect(await published()).toEqual([]);
  });
});
