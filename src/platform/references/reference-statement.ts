import type { ResourceDefinition } from '../resources/index.js';
import { nameKey } from '../values/index.js';
import type { RecordReference } from './reference.js';

export interface WantedRecord {
  readonly resource: ResourceDefinition;
  readonly reference: RecordReference;
  /** For what has its name below this parent only. */
  readonly parentId?: string | undefined;
}

export interface ReferenceStatement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

interface Placed extends WantedRecord {
  readonly place: number;
}

type Bind = (value: unknown) => string;

/** Rows of `place` and `id`, for those that are found. */
export function referenceStatement(
  organizationId: string,
  wanted: readonly WantedRecord[],
): ReferenceStatement {
  const parameters: unknown[] = [organizationId];
  const bind: Bind = (value) => `$${parameters.push(value)}`;
  const groups = new Map<string, Placed[]>();
  wanted.forEach((record, place) => {
    const group = `${record.resource.type} ${record.reference.form}`;
    const placed = groups.get(group) ?? [];
    placed.push({ ...record, place });
    groups.set(group, placed);
  });
  const text = [...groups.values()].map((group) => lookUp(group, bind)).join('\nUNION ALL\n');
  return { text, parameters };
}

function lookUp(group: readonly Placed[], bind: Bind): string {
  const [{ resource, reference }] = group as [Placed];
  const places = bind(group.map(({ place }) => place));
  if (reference.form === 'crm') return byIdentifier(resource, group, places, bind);
  const key = reference.form === 'email' ? 'email_key' : 'name_key';
  return byKey(resource, key, group, places, bind);
}

function byIdentifier(
  { crmIdentifiers }: ResourceDefinition,
  group: readonly Placed[],
  places: string,
  bind: Bind,
): string {
  const { table, owner } = crmIdentifiers ?? { table: '', owner: '' };
  const of = (member: 'system' | 'identifier') =>
    bind(group.map(({ reference }) => (reference.form === 'crm' ? reference[member] : '')));
  return `
    SELECT wanted.place, i.${owner} AS id
    FROM unnest(${places}::int[], ${of('system')}::text[], ${of('identifier')}::text[])
      AS wanted (place, system, identifier)
    JOIN ${table} i ON i.organization_id = $1 AND i.system = wanted.system AND i.identifier = wanted.identifier`;
}

/** The one that is not archived, else the archived one that was created last. */
function byKey(
  { table, parent }: ResourceDefinition,
  key: string,
  group: readonly Placed[],
  places: string,
  bind: Bind,
): string {
  const keys = bind(group.map(({ reference }) => ('text' in reference ? nameKey(reference.text) : '')));
  const parents = bind(group.map(({ parentId }) => parentId ?? null));
  const matches = `SELECT t.id, t.is_archived FROM ${table} t WHERE t.organization_id = $1 AND t.${key} = wanted.key
        ${parent ? `AND t.${parent.column} = wanted.parent_id` : ''}`;
  return `
    SELECT wanted.place, found.id
    FROM unnest(${places}::int[], ${keys}::text[], ${parents}::uuid[]) AS wanted (place, key, parent_id)
    CROSS JOIN LATERAL (
      SELECT t.id FROM (
        (${matches} AND NOT t.is_archived LIMIT 1)
        UNION ALL
        (${matches} AND t.is_archived ORDER BY t.created_at DESC, t.id DESC LIMIT 1)) t
      ORDER BY t.is_archived LIMIT 1) found`;
}
