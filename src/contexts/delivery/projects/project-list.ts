import { Conditions } from '../../../platform/database/index.js';
import type { ListProjectsQuery } from './project.dto.js';

/**
 * What the filters of the list of projects mean, but for the tags. Each leads through an index of its own.
 * @param stageIds stages of the pipeline, if one is asked for: PostgreSQL picks the right index only when it knows them
 */
export function projectConditions(
  organizationId: string,
  query: ListProjectsQuery,
  stageIds: readonly string[] | undefined,
): Conditions {
  return new Conditions()
    .and('p.organization_id = ?', organizationId)
    .and('p.is_archived = ?', query.is_archived)
    .and('p.client_id = ?', query.client_id)
    .and('p.status = ANY (?)', query.status)
    .and('p.project_model = ?', query.project_model)
    .and('p.stage_id = ?', query.stage_id)
    .and('p.stage_id = ANY (?)', stageIds)
    .and('p.is_included = ?', query.is_included)
    .andWords('p.name_key LIKE ?', query.terms);
}
