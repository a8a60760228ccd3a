import type { ApiRecord } from '../api/record-list.js';
import { getResource, type ResourceName } from '../api/resources.js';
import type { Step } from '../mapping/mapping.js';
import type { AbsentRecords } from '../report/absence.js';
import type { RecordIndex } from './record-index.js';
import { recognitionKey, type Recognition } from './wanted-record.js';

interface SeenList {
  readonly resource: ResourceName;
  readonly systems: Set<string>;
  readonly keys: Set<string>;
  index: RecordIndex;
}

/** Collects the records that rows mention, refused and skipped rows included. */
export class FilePresence {
  private readonly lists = new Map<string, SeenList>();

  open({ resource, match }: Step, index: RecordIndex): void {
    const systems = match.flatMap((way) => (way.kind === 'crm_identifier' ? [way.system] : []));
    const list = this.lists.get(index.path);
    // Several steps can share a list; the last index has all records.
    if (list) list.index = index;
    else this.lists.set(index.path, { resource, systems: new Set(), keys: new Set(), index });
    for (const system of systems) this.lists.get(index.path)?.systems.add(system);
  }

  note(path: string, recognitions: readonly Recognition[]): void {
    for (const way of recognitions) this.lists.get(path)?.keys.add(recognitionKey(way));
  }

  findAbsent(): AbsentRecords[] {
    const found = new Map<string, AbsentRecords & { records: { id: string; name: string }[] }>();
    for (const list of this.lists.values()) {
      const way = recognisedBy(list);
      for (const record of list.index.records()) {
        if (isPutAside(record) || !isAbsent(record, list)) continue;
        const absent = found.get(list.resource) ?? {
          resource: list.resource,
          recognised_by: way,
          records: [],
        };
        found.set(list.resource, absent);
        absent.records.push({ id: record.id, name: nameOf(record) });
      }
    }
    return [...found.values()];
  }
}

function recognisedBy({ resource, systems }: SeenList): AbsentRecords['recognised_by'] {
  return systems.size > 0 ? 'crm_identifier' : (getResource(resource).uniqueMember ?? 'name');
}

function isAbsent(record: ApiRecord, list: SeenList): boolean {
  const member = recognisedBy(list);
  if (member !== 'crm_identifier') {
    const text = record[member];
    return typeof text === 'string' && !list.keys.has(recognitionKey({ kind: 'member', member, text }));
  }
  const own = (record.crm_identifiers ?? []).filter(({ system }) => list.systems.has(system));
  const isSeen = own.some((identifier) =>
    list.keys.has(recognitionKey({ kind: 'crm_identifier', identifier })),
  );
  return own.length > 0 && !isSeen;
}

const isPutAside = (record: ApiRecord): boolean =>
  record['is_archived'] === true || typeof record['merged_into_id'] === 'string';

export const membersOfPresence = [
  ...['name', 'given_name', 'family_name', 'email_address'],
  ...['is_archived', 'merged_into_id', 'crm_identifiers'],
] as const;

function nameOf(record: ApiRecord): string {
  const { name, given_name: given, family_name: family, email_address: email } = record;
  if (typeof name === 'string') return name;
  return `${[given, family].filter((part) => typeof part === 'string').join(' ')} <${String(email)}>`;
}
