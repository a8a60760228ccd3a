import { useQuery } from '@tanstack/react-query';
import { client, type Schemas } from '../api/client.js';
import { fitsInOneRequest } from '../api/ids.js';
import { asLines, itemsOf } from '../api/whole-lists.js';
import { useMay } from '../api/rights.js';

type OfferingRole = Schemas['ProjectOfferingRoleResponse'];
type Role = Pick<Schemas['RoleResponse'], 'id' | 'name'>;
type Person = Pick<Schemas['PersonResponse'], 'id' | 'given_name' | 'family_name' | 'email_address'>;

export interface PlannedRole {
  readonly id: string;
  readonly name: string;
  readonly who: string;
}

/** In one request, however many: of more than can be named in it, all there are. */
const those = (id: string[]): { id?: string[] } => (fitsInOneRequest(id) ? { id } : {});

function rolesOf(id: string[], signal: AbortSignal): Promise<Role[]> {
  const query = { fields: 'id,name', ...those(id) };
  return itemsOf(client.GET('/v1/roles', { ...asLines, signal, params: { query } }));
}

function peopleOf(id: string[], signal: AbortSignal): Promise<Person[]> {
  const query = { fields: 'id,given_name,family_name,email_address', ...those(id) };
  return itemsOf(client.GET('/v1/people', { ...asLines, signal, params: { query } }));
}

/** Who stands in a row, as far as the user may know it. */
export function useNames(planned: readonly OfferingRole[]): (role: OfferingRole) => PlannedRole {
  const roleIds = [...new Set(planned.map(({ role_id }) => role_id))];
  const personIds = [
    ...new Set(planned.flatMap(({ assignment }) => (assignment?.type === 'person' ? assignment.id : []))),
  ];
  const mayRead = useMay('people:read');
  const { data: roles = [] } = useQuery({
    enabled: mayRead && roleIds.length > 0,
    queryKey: ['roles', roleIds],
    queryFn: ({ signal }) => rolesOf(roleIds, signal),
  });
  const { data: people = [] } = useQuery({
    enabled: mayRead && personIds.length > 0,
    queryKey: ['people', personIds],
    queryFn: ({ signal }) => peopleOf(personIds, signal),
  });
  const roleWith = new Map(roles.map((role) => [role.id, role]));
  const personWith = new Map(people.map((person) => [person.id, person]));
  const nameOf = (id: string): string => {
    const person = personWith.get(id);
    const name = [person?.given_name, person?.family_name].filter(Boolean).join(' ');
    return name === '' ? (person?.email_address ?? 'A person') : name;
  };
  return ({ id, role_id, assignment }) => ({
    id,
    name: roleWith.get(role_id)?.name ?? 'A role',
    who:
      assignment === null
        ? 'nobody yet'
        : assignment.type === 'person'
          ? nameOf(assignment.id)
          : 'a requisition',
  });
}
