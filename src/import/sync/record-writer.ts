import type { ApiClient } from '../api/api.client.js';
import { ApiRefusal } from '../api/api.errors.js';
import type { ApiRecord } from '../api/record-list.js';
import { ImportFault } from '../import-fault.js';
import type { MemberRule } from '../mapping/mapping.js';
import { findChanges, membersToCreate } from './record-changes.js';
import type { RecordIndex } from './record-index.js';
import type { WantedRecord } from './wanted-record.js';

export interface Written {
  readonly id: string;
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly wasSent: boolean;
  readonly note?: string;
}

export type OnFound = (id: string) => void;

export class RecordWriter {
  constructor(
    private readonly client: ApiClient,
    private readonly index: RecordIndex,
    private readonly rules: Readonly<Record<string, MemberRule>>,
  ) {}

  /** `onFound` is called even when the change is then refused: other rows may refer to the record. */
  async write(wanted: WantedRecord, onFound: OnFound): Promise<Written> {
    const known = this.index.find(wanted.recognitions);
    return known ? this.update(known, wanted, onFound) : this.create(wanted, onFound);
  }

  private async create(wanted: WantedRecord, onFound: OnFound): Promise<Written> {
    const later: { record?: ApiRecord | undefined } = {};
    const lookAgain = async () =>
      (later.record = await this.index.findLater(termsOf(wanted), wanted.recognitions));
    let wasUncertain = true;
    try {
      const body = await this.client.send('POST', this.index.path, membersToCreate(wanted), lookAgain);
      if (!later.record) {
        const { id } = this.index.put(readRecord(body));
        onFound(id);
        return { id, outcome: 'created', wasSent: true };
      }
    } catch (error) {
      if (!(error instanceof ApiRefusal) || error.status !== 409) throw error;
      if (!(await lookAgain()) || !later.record) throw error;
      ({ wasUncertain } = error);
    }
    // Created by an earlier attempt whose response was lost, or by a concurrent import.
    const written = await this.update(later.record, wanted, onFound);
    return { ...written, outcome: wasUncertain ? 'created' : written.outcome, wasSent: true };
  }

  private async update(record: ApiRecord, wanted: WantedRecord, onFound: OnFound): Promise<Written> {
    onFound(record.id);
    const leading = leadingIdentifier(record, wanted);
    if (leading !== undefined) {
      const note = `merged in the platform; the record follows "${leading}"`;
      return { id: record.id, outcome: 'unchanged', wasSent: false, note };
    }
    const { members, notShown } = findChanges(record, wanted, this.rules);
    const note =
      notShown.length > 0
        ? { note: `not compared, since the API does not show it: ${notShown.join(', ')}` }
        : {};
    if (Object.keys(members).length === 0)
      return { id: record.id, outcome: 'unchanged', wasSent: false, ...note };
    const body = await this.client.send('PATCH', `${this.index.path}/${record.id}`, members);
    this.index.put(readRecord(body));
    return { id: record.id, outcome: 'updated', wasSent: true, ...note };
  }
}

/** A merged record has several identifiers of one system; following all of them would never settle. */
function leadingIdentifier(record: ApiRecord, wanted: WantedRecord): string | undefined {
  const [own] = wanted.identifiers;
  const held = (record.crm_identifiers ?? []).filter(({ system }) => system === own?.system);
  const isHeld = held.some(({ identifier }) => identifier === own?.identifier);
  const leading = held[0]?.identifier;
  return isHeld && leading !== own?.identifier ? leading : undefined;
}

function termsOf(wanted: WantedRecord): string {
  const { email_address: email, name } = wanted.members;
  return [email, name].find((text) => typeof text === 'string') ?? '';
}

function readRecord(body: unknown): ApiRecord {
  const record = body as ApiRecord | undefined;
  if (typeof record?.id !== 'string')
    throw new ImportFault('The API responded without the record: is --url its address?');
  return record;
}
