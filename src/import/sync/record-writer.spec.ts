import { describe, expect, it } from '@jest/globals';
import type { ApiClient, FindDone } from '../api/api.client.js';
import { ApiRefusal } from '../api/api.errors.js';
import { RecordIndex } from './record-index.js';
import { RecordWriter } from './record-writer.js';
import type { WantedRecord } from './wanted-record.js';

type Held = Record<string, unknown>;
type Post = (findDone?: FindDone) => unknown;

/** An API that holds these records and responds to every POST in one way. */
function apiOf(records: Held[], post: Post) {
  const sent: string[] = [];
  const send = (method: string, path: string, members: Held = {}, findDone?: FindDone) => {
    sent.push(`${method} ${path}`);
    if (method === 'GET') return Promise.resolve({ results: [...records], total_pages: 1 });
    if (method === 'PATCH') return Promise.resolve({ ...records[0], ...members });
    return Promise.resolve().then(() => post(findDone));
  };
  return { client: { send } as unknown as ApiClient, sent };
}

const wantedClient = (identifier: string, name: string): WantedRecord => {
  const own = { system: 'crm', identifier };
  return {
    members: { name },
    identifiers: [own],
    recognitions: [
      { kind: 'crm_identifier', identifier: own },
      { kind: 'member', member: 'name', text: name },
    ],
  };
};

async function write(wanted: WantedRecord, records: Held[], post: Post = () => ({ id: 'new' })) {
  const { client, sent } = apiOf(records, post);
  const index = await RecordIndex.load(client, '/v1/clients', ['name', 'crm_identifiers'], 'name');
  const writer = new RecordWriter(client, index, {});
  const written = await writer.write(wanted, () => undefined);
  return { written, sent: sent.slice(1) };
}

describe('writing a record', () => {
  const held = (name: string, ...identifiers: string[]) => ({
    id: 'old',
    name,
    crm_identifiers: identifiers.map((identifier) => ({ system: 'crm', identifier, url: null })),
  });

  it('gives a record that was made by hand its identifier', async () => {
    const { written, sent } = await write(wantedClient('A1', 'Initrode'), [held('INITRODE ')]);
    expect(written).toMatchObject({ id: 'old', outcome: 'updated' });
    expect(sent).toEqual(['PATCH /v1/clients/old']);
  });

  it('does not take over a record of that name that the CRM knows under another identifier', async () => {
    const { written } = await write(wantedClient('A2', 'Initrode'), [held('Initrode', 'A1')]);
    expect(written).toMatchObject({ id: 'new', outcome: 'created' });
  });

  it('leaves a record that was merged in the platform to its first identifier', async () => {
    const merged = held('Initrode', 'A1', 'A2');
    expect((await write(wantedClient('A2', 'Other name'), [merged])).written).toMatchObject({
      outcome: 'unchanged',
      note: 'merged in the platform; the record follows "A1"',
    });
    expect((await write(wantedClient('A1', 'New name'), [merged])).written.outcome).toBe('updated');
  });

  it('counts a record as created when only the response to its creation was lost', async () => {
    const records: Held[] = [];
    const { written } = await write(wantedClient('A1', 'Initrode'), records, () => {
      records.push(held('Initrode', 'A1'));
      throw new ApiRefusal(409, 'in use', true);
    });
    expect(written).toMatchObject({ id: 'old', outcome: 'created' });
  });

  it('takes the record that its own lost creation has made, instead of creating it again', async () => {
    const records: Held[] = [];
    const { written, sent } = await write(wantedClient('A1', 'Initrode'), records, (findDone) => {
      records.push(held('Initrode', 'A1'));
      return findDone?.();
    });
    expect(written).toMatchObject({ id: 'old', outcome: 'created' });
    expect(sent).toEqual(['POST /v1/clients', 'GET /v1/clients?terms=Initrode&page=1&pageSize=500']);
  });

  it('passes a conflict on that no record of this row explains', async () => {
    const conflict = () => {
      throw new ApiRefusal(409, 'The name is in use');
    };
    await expect(write(wantedClient('A1', 'Initrode'), [], conflict)).rejects.toThrow('The name is in use');
  });
});
