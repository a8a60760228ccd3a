import { mustBeUsable } from '../../../platform/references/index.js';
import { projectMustNotBeMerged, projectNotUsable } from '../projects/project.rules.js';

interface NamedProject {
  readonly mergedIntoId: string | null;
}

/** By id; those that the organization does not have are not there. */
export type NamedProjects = ReadonlyMap<string, NamedProject>;

/**
 * @param member where the body names the project, such as `project_id`
 * @throws 422 `project.not_usable` when the organization has no such project, 409 `project.merged` when it was merged away
 */
export function namedProjectMustBeUsable(id: string, projects: NamedProjects, member: string): void {
  const { mergedIntoId } = mustBeUsable(projects.get(id), projectNotUsable, member);
  projectMustNotBeMerged(mergedIntoId);
}
