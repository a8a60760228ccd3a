import { ActualTimeService } from '../../../src/contexts/time-tracking/actual-time/actual-time.service.js';
import { TimesheetEntryIntake } from '../../../src/contexts/time-tracking/index.js';
import { dayIn } from '../../../src/platform/values/index.js';
import { aTimesheetEntry } from '../../factories/time-tracking.factory.js';
import { insertDelivery } from './inserted-delivery.js';
import { UNUSED_ID } from '../requests/refusals.js';
import type { TestApplication, TestOrganization } from './test-application.js';

type Json = Record<string, unknown>;

/** What a body needs to know: the ids that were made so far, by the path of their collection, and whose world it is. */
type Recipe = (ids: Readonly<Record<string, string>>, world: string) => Json;

const OFFERINGS = '/v1/projects/{project_id}/offerings';

const ROLES = `${OFFERINGS}/{project_offering_id}/roles`;

const crmIdentifiers = [{ system: 'crm', identifier: '42' }];

/** One of everything: how to create each resource, in an order in which what is referred to is there. */
const recipes: Readonly<Record<string, Recipe>> = {
  '/v1/users': () => ({ email_address: 'user@example.com', scopes: ['read'] }),
  '/v1/access-tokens': () => ({ name: 'World', scopes: ['read'] }),
  '/v1/tags': () => ({ name: 'World tag' }),
  '/v1/departments': () => ({ name: 'Engineering', crm_identifiers: crmIdentifiers }),
  '/v1/roles': (ids) => ({
    name: 'Engineer',
    department_id: ids['/v1/departments'],
    crm_identifiers: crmIdentifiers,
  }),
  '/v1/people': (ids) => ({
    email_address: 'world@example.com',
    additional_role_ids: [ids['/v1/roles']],
    cost_rate: { currency_code: 'USD', amount: 80 },
    tags: ['World tag'],
    crm_identifiers: crmIdentifiers,
  }),
  '/v1/requisitions': (ids) => ({
    name: 'Second engineer',
    role_id: ids['/v1/roles'],
    crm_identifiers: crmIdentifiers,
  }),
  '/v1/rate-cards': () => ({ name: 'Standard', crm_identifiers: crmIdentifiers }),
  '/v1/rate-cards/{rate_card_id}/rates': (ids) => ({
    role_id: ids['/v1/roles'],
    bill_rate: { currency_code: 'USD', amount: 150 },
    crm_identifiers: crmIdentifiers,
  }),
  '/v1/clients': (ids) => ({
    name: 'Northwind',
    account_manager_id: ids['/v1/people'],
    crm_identifiers: crmIdentifiers,
  }),
  '/v1/pipelines': () => ({ name: 'Sales', crm_identifiers: crmIdentifiers }),
  '/v1/pipelines/{pipeline_id}/stages': () => ({ name: 'Prospecting', crm_identifiers: crmIdentifiers }),
  '/v1/projects': (ids) => ({
    name: 'Website',
    client_id: ids['/v1/clients'],
    stage_id: ids['/v1/pipelines/{pipeline_id}/stages'],
    tags: ['World tag'],
    crm_identifiers: crmIdentifiers,
  }),
  [OFFERINGS]: (ids) => ({
    name: 'Design',
    billing_model: 'time_and_materials',
    billing_model_options: { rate_card_id: ids['/v1/rate-cards'] },
    crm_identifiers: crmIdentifiers,
  }),
  '/v1/projects/{project_id}/offerings/{project_offering_id}/roles': (ids) => ({
    role_id: ids['/v1/roles'],
    assignment: { type: 'person', id: ids['/v1/people'] },
    tags: ['World tag'],
    crm_identifiers: crmIdentifiers,
  }),
  // Of today, since lists of time show the last days when nothing else is asked for.
  '/v1/actual-time': (ids) => ({
    project_id: ids['/v1/projects'],
    project_offering_id: ids[OFFERINGS],
    person_id: ids['/v1/people'],
    recorded_date: dayIn('UTC', new Date()),
    hours: 7.5,
    crm_identifiers: crmIdentifiers,
  }),
  // An address without a name, so that nobody asks the DNS, and topics of what happens in no world, so that nothing is
  // sent there. A topic stands for itself in a path: each world has its own.
  '/v1/webhook-subscribers': () => ({ name: 'CRM', url: 'https://192.0.2.1/hooks' }),
  '/v1/webhook-subscribers/{id}/subscriptions': (_ids, world) => ({
    topics: [world === 'Other' ? 'projectofferingrole.deleted' : 'project.merged'],
  }),
};

/** The bodies of requests that make nothing new. */
const actions: Readonly<Record<string, Json>> = {
  '/v1/batch': {
    mode: 'atomic',
    operations: [{ method: 'POST', path: '/v1/tags', body: { name: 'Batched' } }],
  },
  '/v1/access-tokens/{id}/rotate': {},
  '/v1/webhook-subscribers/{id}/ping': {},
  '/v1/webhook-subscribers/{id}/rotate-secret': {},
  '/v1/webhook-subscribers/{id}/redeliver': {
    created_after: '2026-11-21T06:30:00Z',
    created_before: '2026-11-22T06:30:00Z',
  },
  '/v1/webhook-subscribers/{id}/deliveries/{delivery_id}/redeliver': {},
};

/** The timesheet entry that became the actual time; entries have no POST. */
async function takeTimesheetEntry(
  application: TestApplication,
  organizationId: string,
  ids: Readonly<Record<string, string>>,
): Promise<string> {
  const time = await application.get(ActualTimeService).get(organizationId, ids['/v1/actual-time'] ?? '');
  const { recorded_date } = time;
  const entry = aTimesheetEntry(time, { recorded_date, actual_time_id: time.id, decided_by: time.person_id });
  const [id = ''] = await application.get(TimesheetEntryIntake).take(organizationId, [entry]);
  return id;
}

/** A day of its own in each world: in a path it stands for the rate that begins on it. */
const rateDayOf = (world: string): string => (world === 'Other' ? '2031-07-02' : '2031-07-01');

/** What is applied to a record as a list, without ids of its own. */
const applied: Readonly<Record<string, readonly Json[]>> = {
  '/v1/projects/{project_id}/offerings/{project_offering_id}/roles/{id}/planned-time': [
    { plan_date: '2026-11-20', hours: 6 },
  ],
};

/** Where a path parameter stands for a record of a collection that is not the path before it. */
const collectionOfPlace: Readonly<Record<string, string>> = {
  '/v1/projects/{target_id}/merge': '/v1/projects',
};

/** Which collection the ids of a body member or filter come from, where it is not a path parameter. */
const collectionOfMember: Readonly<Record<string, string>> = {
  account_manager_id: '/v1/people',
  actor_id: '/v1/access-tokens',
  id: '/v1/actual-time',
  resource_id: '/v1/clients',
  additional_role_ids: '/v1/roles',
  'assignment.id': '/v1/people',
  'billing_model_options.rate_card_id': '/v1/rate-cards',
  client_id: '/v1/clients',
  department_id: '/v1/departments',
  person_id: '/v1/people',
  exclude_access_token_ids: '/v1/access-tokens',
  project_id: '/v1/projects',
  project_ids: '/v1/projects',
  project_offering_id: OFFERINGS,
  project_offering_role_id: ROLES,
  rate_card_id: '/v1/rate-cards',
  pipeline_id: '/v1/pipelines',
  role_id: '/v1/roles',
  stage_id: '/v1/pipelines/{pipeline_id}/stages',
  'stages.id': '/v1/pipelines/{pipeline_id}/stages',
};

/** Many records in one request. */
const sets: typeof recipes = {
  '/v1/actual-time/bulk': (ids, name) => ({
    mode: 'atomic',
    entries: [recipes['/v1/actual-time']?.(ids, name) ?? {}],
  }),
};

/** Of a list across parents: the list below one whose record it has. */
const listedAcross: Readonly<Record<string, string>> = {
  '/v1/pipeline-stages': '/v1/pipelines/{pipeline_id}/stages',
  '/v1/project-offerings': OFFERINGS,
  '/v1/project-offering-roles': ROLES,
  '/v1/planned-time': ROLES,
  '/v1/rate-card-rates': '/v1/rate-cards/{rate_card_id}/rates',
};

/** One record of each resource of an organization. */
export interface World extends TestOrganization {
  readonly ids: Readonly<Record<string, string>>;
  /** The body that a record of the collection was made from. */
  bodyFor(collection: string): Json;
  /** The list that was applied at this place, where lists are. */
  listFor(place: string): readonly Json[] | undefined;
}

export async function createWorld(application: TestApplication, name: string): Promise<World> {
  const organization = await application.organization(name);
  const ids: Record<string, string> = {};
  for (const [collection, recipe] of Object.entries(recipes)) {
    const { id, topics } = await organization.api.create<{ id?: string; topics?: string[] }>(
      fill(collection, (parent) => ids[parent] ?? ''),
      recipe(ids, name),
    );
    ids[collection] = id ?? topics?.[0] ?? '';
  }
  const subscriberId = ids['/v1/webhook-subscribers'] ?? '';
  ids['/v1/webhook-subscribers/{id}/deliveries'] = await insertDelivery(
    application,
    organization.organizationId,
    subscriberId,
  );
  ids['/v1/people/{id}/cost-rates'] = rateDayOf(name);
  await organization.api.patch(`/v1/people/${ids['/v1/people']}`, {
    cost_rate: { currency_code: 'USD', amount: 90 },
    cost_rate_effective_date: rateDayOf(name),
  });
  ids['/v1/timesheet-entries'] = await takeTimesheetEntry(application, organization.organizationId, ids);
  for (const [place, list] of Object.entries(applied)) {
    const { status } = await organization.api.post(
      fill(place, (parent) => ids[parent] ?? ''),
      list,
    );
    if (status !== 200) throw new Error(`POST ${place}: ${status}`);
  }
  // A token that was replaced has no path of its own.
  await organization.api.post(`/v1/access-tokens/${ids['/v1/access-tokens']}/rotate`);
  for (const [place, collection] of Object.entries({ ...collectionOfPlace, ...listedAcross }))
    ids[place] = ids[collection] ?? '';
  return {
    ...organization,
    ids,
    bodyFor: (path) => (recipes[path] ?? sets[path])?.(ids, name) ?? actions[path] ?? missing(path),
    listFor: (place) => applied[place],
  };
}

/** Puts ids into a path template; each parameter stands for a record of the collection before it. */
export function fill(template: string, idOf: (collection: string) => string): string {
  return template
    .split('/')
    .map((part, index, parts) => (part.startsWith('{') ? idOf(parts.slice(0, index).join('/')) : part))
    .join('/');
}

/** What could stand in a path for a record of the collection, and does for none. */
export const unusedIn = (collection: string): string =>
  collection === '/v1/people/{id}/cost-rates' ? '2031-07-03' : UNUSED_ID;

export const collectionOf = (member: string): string =>
  collectionOfMember[member.replace(/^entries\./, '')] ?? missing(member);

function missing(what: string): never {
  throw new Error(
    `The API has "${what}", which test/support/application/world.ts does not know: add it there.`,
  );
}
