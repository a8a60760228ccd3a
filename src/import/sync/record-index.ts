import type { ApiClient } from '../api/api.client.js';
import { parentIdOf } from '../api/place.js';
import { listAll, listByReference, type ApiRecord, type ListRequest } from '../api/record-list.js';
import { getResource, type Resource } from '../api/resources.js';
import { recognitionKey, type CrmIdentifier, type Recognition } from './wanted-record.js';

/** Records of a kind by everything that identifies them. */
export class RecordIndex {
  private readonly byKey = new Map<string, ApiRecord>();
  private readonly byId = new Map<string, ApiRecord>();
  private readonly kept: ReadonlySet<string>;

  constructor(
    private readonly client: ApiClient,
    private readonly resource: Resource,
    private readonly request: ListRequest,
  ) {
    this.kept = new Set(request.fields);
  }

  async load(): Promise<this> {
    for await (const record of listAll(this.client, this.request)) this.put(record);
    return this;
  }

  /** For what the index lacks. @param wanted recognitions, with the id of the parent */
  async lookUp(wanted: readonly { recognitions: readonly Recognition[]; parentId: string }[]): Promise<void> {
    const { reference, parent } = this.resource;
    const references = wanted.flatMap(({ recognitions }) =>
      recognitions.flatMap((way) => referenceTo(way, reference) ?? []),
    );
    for await (const record of listByReference(this.client, this.request, references)) this.put(record);
    if (!parent || reference) return;
    const parentIds = wanted.flatMap(({ recognitions, parentId }) =>
      recognitions.some(({ kind }) => kind === 'member') && !this.find(recognitions, parentId)
        ? [parentId]
        : [],
    );
    for (const id of new Set(parentIds)) {
      const filters = { [getResource(parent).id]: id };
      for await (const record of listAll(this.client, { ...this.request, filters })) this.put(record);
    }
  }

  find(recognitions: readonly Recognition[], parentId: string): ApiRecord | undefined {
    for (const way of recognitions) {
      const record = this.byKey.get(recognitionKey(way, parentId));
      if (record && (way.kind === 'crm_identifier' || !belongsElsewhere(record, recognitions))) return record;
    }
    return undefined;
  }

  put(record: ApiRecord): ApiRecord {
    const entries = Object.entries(record).filter(([member]) => this.kept.has(member));
    const slim = Object.fromEntries(entries) as unknown as ApiRecord;
    this.byId.set(slim.id, slim);
    for (const identifier of slim.crm_identifiers ?? []) {
      this.byKey.set(recognitionKey({ kind: 'crm_identifier', identifier }, ''), slim);
    }
    const { uniqueMember: member } = this.resource;
    const text = member && record[member];
    if (member && typeof text === 'string') {
      const key = recognitionKey({ kind: 'member', member, text }, parentIdOf(this.resource, record));
      // Active names are unique: an archived record must not hide them.
      if (record['is_archived'] !== true || !this.byKey.has(key)) this.byKey.set(key, slim);
    }
    return slim;
  }

  records(): Iterable<ApiRecord> {
    return this.byId.values();
  }
}

export function referenceTo(way: Recognition, form: Resource['reference']): string | undefined {
  if (way.kind === 'crm_identifier') return `crm:${way.identifier.system}:${way.identifier.identifier}`;
  return form && `${form}:${way.text}`;
}

/** Clients may share a name: the name must not match a record with another CRM identifier. */
function belongsElsewhere(record: ApiRecord, recognitions: readonly Recognition[]): boolean {
  const systems = recognitions.flatMap((way) =>
    way.kind === 'crm_identifier' ? [way.identifier.system] : [],
  );
  return (record.crm_identifiers ?? []).some((held: CrmIdentifier) => systems.includes(held.system));
}
