import { Conditions } from '../../../platform/database/index.js';
import { nameKey } from '../../../platform/values/index.js';
import type { ListProjectsQuery } from './project.dto.js';

// The place of the organization, which is the first of the conditions.
const ORGANIZATION = '$1';

/** What the filters of the list of projects mean. Each leads through an index of its own. */
export function projectConditions(organizationId: string, query: ListProjectsQuery): Conditions {
  const conditions = new Conditions()
    .and('p.organization_id = ?', organizationId)
    .and('p.is_archived = ?', query.is_archived)
    .and('p.client_id = ?', query.client_id)
    .and('p.status = ANY (?)', query.status)
    .and('p.project_model = ?', query.project_model)
    .and('p.stage_id = ?', query.stage_id)
    .and(
      `p.stage_id = ANY (ARRAY(
        SELECT s.id FROM pipeline_stages s WHERE s.organization_id = ${ORGANIZATION} AND s.pipeline_id = ?))`,
      query.pipeline_id,
    )
    .and('p.is_included = ?', query.is_included)
    .andWords('p.name_key', query.terms);
  for (const name of query.tags ?? []) {
    conditions.and(
      `p.id IN (
        SELECT l.project_id FROM tags t JOIN project_tags l ON l.organization_id = t.organization_id AND l.tag_id = t.id
        WHERE t.organization_id = ${ORGANIZATION} AND t.name_key = ?)`,
      nameKey(name),
    );
  }
  return conditions;
}
