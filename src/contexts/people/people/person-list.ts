import { Conditions } from '../../../platform/database/index.js';
import type { ListPeopleQuery } from './person.dto.js';

// The place of the organization, which is the first of the conditions.
const ORGANIZATION = '$1';

/** What the filters of the list of people mean, but for the tags. Each leads through an index of its own, so there is no OR. */
export function personConditions(organizationId: string, query: ListPeopleQuery): Conditions {
  return new Conditions()
    .and('p.organization_id = ?', organizationId)
    .and('p.worker_type = ?', query.worker_type)
    .and('p.billing_type = ?', query.billing_type)
    .and('p.is_archived = ?', query.is_archived)
    .and(
      `p.id IN (
        SELECT main.id FROM people main WHERE main.organization_id = ${ORGANIZATION} AND main.role_id = ?
        UNION
        SELECT a.person_id FROM person_additional_roles a WHERE a.organization_id = ${ORGANIZATION} AND a.role_id = ?)`,
      query.role_id,
    )
    .and(
      `p.role_id = ANY (ARRAY(
        SELECT r.id FROM roles r WHERE r.organization_id = ${ORGANIZATION} AND r.department_id = ?))`,
      query.department_id,
    )
    .andWords('p.search_key LIKE ?', query.terms);
}
