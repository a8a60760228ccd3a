import { useQueries } from '@tanstack/react-query';
import { api, type Schemas } from '../api/client.js';
import { byId, inPieces } from '../api/ids.js';
import { useMay } from '../api/rights.js';

type OfferingRole = Schemas['ProjectOfferingRoleResponse'];

export interface PlannedRole {
  readonly id: string;
  readonly name: string;
  readonly who: string;
}

/** Who stands in a row, as far as the user may know it. */
export function useNames(planned: readonly OfferingRole[]): (role: OfferingRole) => PlannedRole {
  const roleIds = planned.map(({ role_id }) => role_id);
  const personIds = planned.flatMap(({ assignment }) => (assignment?.type === 'person' ? assignment.id : []));
  const enabled = useMay('people:read');
  const roles = useQueries({
    queries: inPieces(roleIds).map((id) =>
      api.queryOptions('get', '/v1/roles', { params: { query: { id } } }, { enabled }),
    ),
    combine: byId,
  });
  const people = useQueries({
    queries: inPieces(personIds).map((id) =>
      api.queryOptions('get', '/v1/people', { params: { query: { id } } }, { enabled }),
    ),
    combine: byId,
  });
  const nameOf = (id: string): string => {
    const person = people.get(id);
    const name = [person?.given_name, person?.family_name].filter(Boolean).join(' ');
    return name === '' ? (person?.email_address ?? 'A person') : name;
  };
  return ({ id, role_id, assignment }) => ({
    id,
    name: roles.get(role_id)?.name ?? 'A role',
    who:
      assignment === null
        ? 'nobody yet'
        : assignment.type === 'person'
          ? nameOf(assignment.id)
          : 'a requisition',
  });
}
