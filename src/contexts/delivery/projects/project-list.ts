import { Conditions } from '../../../platform/database/index.js';
import type { ListProjectsQuery } from './project.dto.js';

/** The ids behind what a query names; PostgreSQL picks the right index only when it knows them beforehand. */
export interface FilterIds {
  /** Stages of the pipeline, if one is named. */
  readonly stageIds: readonly string[] | undefined;
  /** For each tag that is named: the tags of that name. */
  readonly tagIds: readonly (readonly string[])[];
}

/** What the filters of the list of projects mean. Each leads through an index of its own. */
export function projectConditions(
  organizationId: string,
  query: ListProjectsQuery,
  { stageIds, tagIds }: FilterIds,
): Conditions {
  const conditions = new Conditions()
    .and('p.organization_id = ?', organizationId)
    .and('p.is_archived = ?', query.is_archived)
    .and('p.client_id = ?', query.client_id)
    .and('p.status = ANY (?)', query.status)
    .and('p.project_model = ?', query.project_model)
    .and('p.stage_id = ?', query.stage_id)
    .and('p.stage_id = ANY (?)', stageIds)
    .and('p.is_included = ?', query.is_included)
    .andWords('p.name_key', query.terms);
  for (const ids of tagIds) {
    // The organization is the first of the conditions.
    conditions.and(
      'p.id IN (SELECT l.project_id FROM project_tags l WHERE l.organization_id = $1 AND l.tag_id = ANY (?))',
      ids,
    );
  }
  return conditions;
}
