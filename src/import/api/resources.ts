export interface Resource {
  /** `parent`: id of the record that owns the list. */
  readonly path: (parent: string | undefined) => string;
  readonly parent?: 'pipelines';
  /** Unique in the API, so records can be matched by it. */
  readonly uniqueMember?: 'name' | 'email_address';
  readonly hasCrmIdentifiers: boolean;
}

const named = (path: string, hasCrmIdentifiers = false): Resource => ({
  path: () => path,
  uniqueMember: 'name',
  hasCrmIdentifiers,
});

export const resources = {
  tags: named('/v1/tags'),
  departments: named('/v1/departments'),
  roles: named('/v1/roles'),
  people: { path: () => '/v1/people', uniqueMember: 'email_address', hasCrmIdentifiers: false },
  clients: named('/v1/clients', true),
  pipelines: named('/v1/pipelines', true),
  stages: {
    path: (pipeline: string | undefined) => `/v1/pipelines/${pipeline}/stages`,
    parent: 'pipelines',
    uniqueMember: 'name',
    hasCrmIdentifiers: true,
  },
  projects: { path: () => '/v1/projects', hasCrmIdentifiers: true },
} as const satisfies Record<string, Resource>;

export type ResourceName = keyof typeof resources;

export const resourceNames = Object.keys(resources) as ResourceName[];

export function getResource(name: ResourceName): Resource {
  return resources[name];
}
