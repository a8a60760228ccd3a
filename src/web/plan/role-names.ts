import { api, type Schemas } from '../api/client.js';
import { useMay } from '../api/rights.js';

type OfferingRole = Schemas['ProjectOfferingRoleResponse'];

export interface PlannedRole {
  readonly id: string;
  readonly name: string;
  readonly who: string;
}

// So many the API takes at a time.
const MOST_IDS = 100;

/** Who stands in a row, as far as the user may know it. */
export function useNames(planned: readonly OfferingRole[]): (role: OfferingRole) => PlannedRole {
  const mayReadPeople = useMay('people:read');
  const idsOf = (ids: readonly string[]) => [...new Set(ids)].slice(0, MOST_IDS);
  const roleIds = idsOf(planned.map(({ role_id }) => role_id));
  const personIds = idsOf(
    planned.flatMap(({ assignment }) => (assignment?.type === 'person' ? assignment.id : [])),
  );
  const roles = api.useQuery(
    'get',
    '/v1/roles',
    { params: { query: { id: roleIds } } },
    { enabled: mayReadPeople && roleIds.length > 0 },
  );
  const people = api.useQuery(
    'get',
    '/v1/people',
    { params: { query: { id: personIds } } },
    { enabled: mayReadPeople && personIds.length > 0 },
  );
  const nameOf = (id: string): string => {
    const person = people.data?.results.find((one) => one.id === id);
    const name = [person?.given_name, person?.family_name].filter(Boolean).join(' ');
    return name === '' ? (person?.email_address ?? 'A person') : name;
  };
  return ({ id, role_id, assignment }) => ({
    id,
    name: roles.data?.results.find((role) => role.id === role_id)?.name ?? 'A role',
    who:
      assignment === null
        ? 'nobody yet'
        : assignment.type === 'person'
          ? nameOf(assignment.id)
          : 'a requisition',
  });
}
