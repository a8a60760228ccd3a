import type { ApiClient } from '../api/api.client.js';
import { listAll, type ApiRecord } from '../api/record-list.js';
import { recognitionKey, type CrmIdentifier, type Recognition } from './wanted-record.js';

/** Records of a list by everything that identifies them. */
export class RecordIndex {
  private readonly byKey = new Map<string, ApiRecord>();
  private readonly byId = new Map<string, ApiRecord>();

  private constructor(
    private readonly client: ApiClient,
    readonly path: string,
    /** Only these are kept, to save memory. */
    private readonly members: readonly string[],
    private readonly uniqueMember: string | undefined,
  ) {}

  static async load(
    client: ApiClient,
    path: string,
    members: readonly string[],
    uniqueMember: string | undefined,
  ): Promise<RecordIndex> {
    const index = new RecordIndex(client, path, members, uniqueMember);
    for await (const record of listAll(client, path)) index.put(record);
    return index;
  }

  find(recognitions: readonly Recognition[]): ApiRecord | undefined {
    for (const way of recognitions) {
      const record = this.byKey.get(recognitionKey(way));
      if (record && (way.kind === 'crm_identifier' || !belongsElsewhere(record, recognitions))) return record;
    }
    return undefined;
  }

  put(record: ApiRecord): ApiRecord {
    const kept: Record<string, unknown> = { id: record.id };
    for (const member of this.members) if (Object.hasOwn(record, member)) kept[member] = record[member];
    const slim = kept as unknown as ApiRecord;
    this.byId.set(slim.id, slim);
    for (const identifier of slim.crm_identifiers ?? []) {
      this.byKey.set(recognitionKey({ kind: 'crm_identifier', identifier }), slim);
    }
    const text = this.uniqueMember && record[this.uniqueMember];
    if (typeof text === 'string') {
      const key = recognitionKey({ kind: 'member', member: this.uniqueMember ?? '', text });
      // Active names are unique: an archived record must not hide them.
      if (record['is_archived'] !== true || !this.byKey.has(key)) this.byKey.set(key, slim);
    }
    return slim;
  }

  records(): Iterable<ApiRecord> {
    return this.byId.values();
  }

  /** For records created after the index was loaded. */
  async findLater(terms: string, recognitions: readonly Recognition[]): Promise<ApiRecord | undefined> {
    for await (const record of listAll(this.client, this.path, { terms })) this.put(record);
    return this.find(recognitions);
  }
}

/** Clients may share a name: the name must not match a record with another CRM identifier. */
function belongsElsewhere(record: ApiRecord, recognitions: readonly Recognition[]): boolean {
  const systems = recognitions.flatMap((way) =>
    way.kind === 'crm_identifier' ? [way.identifier.system] : [],
  );
  return (record.crm_identifiers ?? []).some((held: CrmIdentifier) => systems.includes(held.system));
}
