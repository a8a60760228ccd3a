import { parentIdOf } from '../api/place.js';
import type { ApiRecord } from '../api/record-list.js';
import { getResource, type ResourceName } from '../api/resources.js';
import type { Step } from '../mapping/mapping.js';
import type { AbsentRecords } from '../report/absence.js';
import { recognitionKey, type Recognition } from './wanted-record.js';

interface SeenList {
  readonly resource: ResourceName;
  readonly systems: Set<string>;
  readonly keys: Set<string>;
  /** Of which the files speak; undefined: it has none. */
  readonly parentIds: Set<string> | undefined;
  readonly records: (() => Iterable<ApiRecord>)[];
}

/** Collects the records that rows mention, refused and skipped rows included. */
export class FilePresence {
  private readonly lists = new Map<ResourceName, SeenList>();

  open({ resource, match, parent }: Step): void {
    const list = this.lists.get(resource) ?? {
      resource,
      systems: new Set(),
      keys: new Set(),
      parentIds: parent && new Set<string>(),
      records: [],
    };
    this.lists.set(resource, list);
    for (const way of match) if (way.kind === 'crm_identifier') list.systems.add(way.system);
  }

  note(resource: ResourceName, recognitions: readonly Recognition[], parentId: string): void {
    for (const way of recognitions) this.lists.get(resource)?.keys.add(recognitionKey(way, parentId));
  }

  /** Several steps can share a list. */
  close({ resource }: Step, parentIds: Iterable<string>, records: () => Iterable<ApiRecord>): void {
    const list = this.lists.get(resource);
    if (!list) return;
    list.records.push(records);
    for (const id of parentIds) list.parentIds?.add(id);
  }

  findAbsent(): AbsentRecords[] {
    return [...this.lists.values()].flatMap((list) => {
      const all = new Map(list.records.flatMap((read) => [...read()].map((record) => [record.id, record])));
      const absent = [...all.values()].filter((record) => !isPutAside(record) && isAbsent(record, list));
      const records = absent.map((record) => ({ id: record.id, name: nameOf(record) }));
      return records.length > 0
        ? [{ resource: list.resource, recognised_by: recognisedBy(list), records }]
        : [];
    });
  }
}

function recognisedBy({ resource, systems }: SeenList): AbsentRecords['recognised_by'] {
  return systems.size > 0 ? 'crm_identifier' : (getResource(resource).uniqueMember ?? 'name');
}

function isAbsent(record: ApiRecord, list: SeenList): boolean {
  const parentId = parentIdOf(getResource(list.resource), record);
  if (list.parentIds && !list.parentIds.has(parentId)) return false;
  const member = recognisedBy(list);
  if (member !== 'crm_identifier') {
    const text = record[member];
    return (
      typeof text === 'string' && !list.keys.has(recognitionKey({ kind: 'member', member, text }, parentId))
    );
  }
  const own = (record.crm_identifiers ?? []).filter(({ system }) => list.systems.has(system));
  const isSeen = own.some((identifier) =>
    list.keys.has(recognitionKey({ kind: 'crm_identifier', identifier }, '')),
  );
  return own.length > 0 && !isSeen;
}

const isPutAside = (record: ApiRecord): boolean =>
  record['is_archived'] === true || typeof record['merged_into_id'] === 'string';

function nameOf(record: ApiRecord): string {
  const text = (member: string) => (typeof record[member] === 'string' ? record[member] : '');
  if (text('name') !== '') return text('name');
  if (text('email_address') !== '')
    return `${text('given_name')} ${text('family_name')} <${text('email_address')}>`.trim();
  const identifiers = (record.crm_identifiers ?? []).map(({ identifier }) => identifier).join(', ');
  const day = text('recorded_date') || text('plan_date');
  return day === '' ? identifiers : `${day}, ${Number(record['hours'])} h (${identifiers || text('role')})`;
}
