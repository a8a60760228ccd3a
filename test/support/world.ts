import type { TestApplication, TestOrganization } from './test-application.js';

type Json = Record<string, unknown>;

/** What a body needs to know: the ids that were made so far, by the path of their collection. */
type Recipe = (ids: Readonly<Record<string, string>>) => Json;

const crmIdentifiers = [{ system: 'crm', identifier: '42' }];

/** One of everything: how to create each resource, in an order in which what is referred to is there. */
const recipes: Readonly<Record<string, Recipe>> = {
  '/v1/access-tokens': () => ({ name: 'World', scopes: ['read'] }),
  '/v1/tags': () => ({ name: 'World tag' }),
  '/v1/departments': () => ({ name: 'Engineering' }),
  '/v1/roles': (ids) => ({ name: 'Engineer', department_id: ids['/v1/departments'] }),
  '/v1/people': (ids) => ({
    email_address: 'world@example.com',
    additional_role_ids: [ids['/v1/roles']],
    cost_rate: { currency_code: 'USD', amount: 80 },
    tags: ['World tag'],
  }),
  '/v1/requisitions': (ids) => ({ name: 'Second engineer', role_id: ids['/v1/roles'] }),
  '/v1/rate-cards': () => ({ name: 'Standard' }),
  '/v1/rate-cards/{rate_card_id}/rates': (ids) => ({
    role_id: ids['/v1/roles'],
    bill_rate: { currency_code: 'USD', amount: 150 },
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
};

/** Which collection the ids of a body member or filter come from, where it is not a path parameter. */
const collectionOfMember: Readonly<Record<string, string>> = {
  account_manager_id: '/v1/people',
  additional_role_ids: '/v1/roles',
  client_id: '/v1/clients',
  department_id: '/v1/departments',
  pipeline_id: '/v1/pipelines',
  role_id: '/v1/roles',
  stage_id: '/v1/pipelines/{pipeline_id}/stages',
  'stages.id': '/v1/pipelines/{pipeline_id}/stages',
};

/** One record of each resource of an organization. */
export interface World extends TestOrganization {
  readonly ids: Readonly<Record<string, string>>;
  /** The body that a record of the collection was made from. */
  bodyFor(collection: string): Json;
}

export async function createWorld(application: TestApplication, name: string): Promise<World> {
  const organization = await application.organization(name);
  const ids: Record<string, string> = {};
  for (const [collection, recipe] of Object.entries(recipes)) {
    const { id } = await organization.api.create(
      fill(collection, (parent) => ids[parent] ?? ''),
      recipe(ids),
    );
    ids[collection] = id;
  }
  return { ...organization, ids, bodyFor: (collection) => recipes[collection]?.(ids) ?? missing(collection) };
}

/** Puts ids into a path template; each parameter stands for a record of the collection before it. */
export function fill(template: string, idOf: (collection: string) => string): string {
  return template
    .split('/')
    .map((part, index, parts) => (part.startsWith('{') ? idOf(parts.slice(0, index).join('/')) : part))
    .join('/');
}

export const collectionOf = (member: string): string => collectionOfMember[member] ?? missing(member);

function missing(what: string): never {
  throw new Error(`The API has "${what}", which test/support/world.ts does not know: add it there.`);
}
