import { nameKey } from '../../../platform/values/index.js';
import type { ProjectState } from '../projects/project-state.js';

type Project = Pick<ProjectState, 'tags' | 'crm_identifiers' | 'is_archived'>;

export interface MovedRole {
  readonly id: string;
  readonly projectOfferingId: string;
}

interface NamedOffering {
  readonly id: string;
  readonly name: string;
}

export interface MovedParts {
  readonly offerings: readonly NamedOffering[];
  readonly renamed: readonly NamedOffering[];
  readonly roles: readonly MovedRole[];
}

export interface MergeChanges {
  /** Members of the target, by their names on the wire. */
  readonly target: readonly string[];
  readonly source: readonly string[];
  /** The offerings that move, each with the members that change. */
  readonly offerings: readonly { readonly id: string; readonly members: readonly string[] }[];
}

/** What a merge changes: the source gives everything away, the target gets what it lacks. */
export function mergeChanges(
  target: Project,
  source: Project,
  moved: readonly { readonly id: string }[],
  renamed: readonly { readonly id: string }[],
): MergeChanges {
  const present = new Set(target.tags.map(nameKey));
  const isNew = source.tags.some((tag) => !present.has(nameKey(tag)));
  const hasIdentifiers = source.crm_identifiers.length > 0;
  const renamedIds = new Set(renamed.map(({ id }) => id));
  return {
    target: [...(isNew ? ['tags'] : []), ...(hasIdentifiers ? ['crm_identifiers'] : [])],
    source: [
      'merged_into_id',
      ...(source.is_archived ? [] : ['is_archived']),
      ...(source.tags.length > 0 ? ['tags'] : []),
      ...(hasIdentifiers ? ['crm_identifiers'] : []),
    ],
    offerings: moved.map(({ id }) => ({
      id,
      members: renamedIds.has(id) ? ['project_id', 'name'] : ['project_id'],
    })),
  };
}
