export interface Resource {
  /** Of the collection, with ids of the records above it in braces. */
  readonly path: string;
  /** Of the records of all parents. */
  readonly list: string;
  /** How records below it name it. */
  readonly id: string;
  readonly parent?: 'pipelines' | 'projects' | 'offerings' | 'offering_roles' | 'rate_cards';
  /** Unique in the API, below the parent where there is one, so records can be matched by it. */
  readonly uniqueMember?: 'name' | 'email_address' | 'plan_date';
  /** `name:...` or `email:...` refers to a record by its unique member. */
  readonly reference?: 'name' | 'email';
  /** A PATCH by that reference creates what is not there. */
  readonly isCreatedByReference?: true;
  readonly hasCrmIdentifiers: boolean;
  /** What is shown of records that are not in the files. */
  readonly shown: readonly string[];
  readonly writing: 'records' | 'plan' | 'time';
}

const named = (path: string, id: string): Resource => ({
  path,
  list: path,
  id,
  uniqueMember: 'name',
  reference: 'name',
  hasCrmIdentifiers: true,
  shown: ['name', 'is_archived'],
  writing: 'records',
});

const offeringsPath = '/v1/projects/{project_id}/offerings';
const rolesPath = `${offeringsPath}/{project_offering_id}/roles`;

export const resources = {
  tags: { ...named('/v1/tags', 'tag_id'), isCreatedByReference: true, hasCrmIdentifiers: false },
  departments: named('/v1/departments', 'department_id'),
  roles: named('/v1/roles', 'role_id'),
  people: {
    ...named('/v1/people', 'person_id'),
    uniqueMember: 'email_address',
    reference: 'email',
    isCreatedByReference: true,
    shown: ['given_name', 'family_name', 'email_address', 'is_archived'],
  },
  requisitions: {
    path: '/v1/requisitions',
    list: '/v1/requisitions',
    id: 'requisition_id',
    hasCrmIdentifiers: true,
    shown: ['name'],
    writing: 'records',
  },
  rate_cards: named('/v1/rate-cards', 'rate_card_id'),
  rates: {
    path: '/v1/rate-cards/{rate_card_id}/rates',
    list: '/v1/rate-card-rates',
    id: 'rate_card_rate_id',
    parent: 'rate_cards',
    hasCrmIdentifiers: true,
    shown: ['role_id'],
    writing: 'records',
  },
  clients: named('/v1/clients', 'client_id'),
  pipelines: named('/v1/pipelines', 'pipeline_id'),
  stages: {
    path: '/v1/pipelines/{pipeline_id}/stages',
    list: '/v1/pipeline-stages',
    id: 'stage_id',
    parent: 'pipelines',
    uniqueMember: 'name',
    hasCrmIdentifiers: true,
    shown: ['name', 'is_archived'],
    writing: 'records',
  },
  projects: {
    path: '/v1/projects',
    list: '/v1/projects',
    id: 'project_id',
    hasCrmIdentifiers: true,
    shown: ['name', 'is_archived', 'merged_into_id'],
    writing: 'records',
  },
  offerings: {
    path: offeringsPath,
    list: '/v1/project-offerings',
    id: 'project_offering_id',
    parent: 'projects',
    uniqueMember: 'name',
    hasCrmIdentifiers: true,
    shown: ['name'],
    writing: 'records',
  },
  offering_roles: {
    path: rolesPath,
    list: '/v1/project-offering-roles',
    id: 'project_offering_role_id',
    parent: 'offerings',
    hasCrmIdentifiers: true,
    shown: ['role_id'],
    writing: 'records',
  },
  planned_time: {
    path: `${rolesPath}/{project_offering_role_id}/planned-time`,
    list: '/v1/planned-time',
    id: 'plan_date',
    parent: 'offering_roles',
    uniqueMember: 'plan_date',
    hasCrmIdentifiers: false,
    shown: [],
    writing: 'plan',
  },
  actual_time: {
    path: '/v1/actual-time',
    list: '/v1/actual-time',
    id: 'actual_time_id',
    hasCrmIdentifiers: true,
    shown: ['recorded_date', 'hours'],
    writing: 'time',
  },
} as const satisfies Record<string, Resource>;

export type ResourceName = keyof typeof resources;

export const resourceNames = Object.keys(resources) as ResourceName[];

export function getResource(name: ResourceName): Resource {
  return resources[name];
}
