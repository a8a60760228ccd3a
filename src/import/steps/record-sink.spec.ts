import { describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../api/api.client.js';
import type { Operation } from '../api/batch.js';
import type { Step } from '../mapping/mapping.js';
import { readMapping } from '../mapping/mapping.reader.js';
import type { StepRow } from '../source/step-rows.js';
import { FilePresence } from '../sync/file-presence.js';
import { RecordIndexes } from '../sync/record-indexes.js';
import { References } from '../sync/references.js';
import { RecordSink } from './record-sink.js';
import type { StepContext } from './step-context.js';

type Held = Record<string, unknown> & { id: string };

const { mapping } = readMapping(
  'own.yaml',
  `
name: own
steps:
  - name: clients
    resource: clients
    source: { records: [{ id: A1, name: Initrode }] }
    match: [{ crm_identifier: { system: crm, identifier: '{id}' } }, { member: name }]
    members: { name: '{name}' }`,
);
const [step] = mapping.steps as [Step];

/** An API that holds these records, and another one that makes some of them before the first batch. */
async function sinkOf(held: Held[], madeMeanwhile: Held[] = [], validateOnly = false) {
  const sent: string[] = [];
  const doOne = ({ method, path, headers, body }: Operation) => {
    sent.push(`${method} ${path}`);
    const known = held[0];
    if (headers && known) return { status: 412, body: { detail: 'It is there.' } };
    if (headers || method === 'POST') return { status: 201, body: { id: 'new', ...(body as object) } };
    return { status: 200, body: { ...known, ...(body as object) } };
  };
  const send = (method: string, path: string, content?: { operations: Operation[] }) => {
    if (method === 'GET') {
      sent.push(`GET ${path.split('&').at(-1)}`);
      return Promise.resolve({ results: [...held], next_cursor: null });
    }
    held.push(...madeMeanwhile);
    return Promise.resolve({ results: content?.operations.map(doOne) });
  };
  const client = { send } as unknown as ApiClient;
  const context = {
    client,
    references: new References(mapping),
    indexes: new RecordIndexes(client, mapping, true),
    presence: new FilePresence(),
    validateOnly,
  } as unknown as StepContext;
  const sink = new RecordSink(step, context);
  await sink.begin();
  sent.splice(0);
  return { sink, sent };
}

const row = (id: string, name: string): StepRow => ({ file: 'f.csv', line: 2, columns: { id, name } });

const held = (name: string, ...identifiers: string[]): Held => ({
  id: 'old',
  name,
  crm_identifiers: identifiers.map((identifier) => ({ system: 'crm', identifier, url: null })),
});

describe('writing records', () => {
  const write = async (records: Held[], planned: StepRow, madeMeanwhile?: Held[]) => {
    const { sink, sent } = await sinkOf(records, madeMeanwhile);
    const task = sink.plan(planned);
    if (task === 'later' || 'outcome' in task) return { task, sent };
    return { results: await sink.send([task]), sent };
  };

  it('creates by the identifier, and only where there is none', async () => {
    const { results, sent } = await write([], row('A/1', 'Initrode'));
    expect(results).toMatchObject([{ outcome: 'created' }]);
    expect(sent).toEqual(['PATCH /v1/clients/crm%3Acrm%3AA%2F1']);
  });

  it('gives a record that was made by hand its identifier', async () => {
    const { results, sent } = await write([held('INITRODE ')], row('A1', 'Initrode'));
    expect(results).toMatchObject([{ outcome: 'updated' }]);
    expect(sent).toEqual(['PATCH /v1/clients/old']);
  });

  it('does not take over a record of that name that the CRM knows under another identifier', async () => {
    const { sent } = await write([held('Initrode', 'A1')], row('A2', 'Initrode'));
    expect(sent[0]).toBe('PATCH /v1/clients/crm%3Acrm%3AA2');
  });

  it('leaves a record that was merged in the platform to its first identifier', async () => {
    const { task, sent } = await write([held('Initrode', 'A1', 'A2')], row('A2', 'Other name'));
    expect(task).toEqual({ outcome: 'unchanged', note: 'merged in the platform; the record follows "A1"' });
    expect(sent).toEqual([]);
  });

  it('looks again for what somebody else has made meanwhile, and changes it where it differs', async () => {
    const same = await write([], row('A1', 'Initrode'), [held('Initrode', 'A1')]);
    expect(same.results).toMatchObject([{ outcome: 'unchanged' }]);
    const other = await write([], row('A1', 'Initrode'), [held('Initech', 'A1')]);
    expect(other.results).toMatchObject([{ outcome: 'updated' }]);
    expect(other.sent).toEqual([
      'PATCH /v1/clients/crm%3Acrm%3AA1',
      'GET id=name%3AInitrode',
      'PATCH /v1/clients/old',
    ]);
  });

  it('puts off a row that may speak of a record which another row makes', async () => {
    const { sink } = await sinkOf([]);
    const [first, second] = [row('A1', 'Initrode'), row('', 'Initrode')];
    const task = sink.plan(first);
    expect(sink.plan(second)).toBe('later');
    if (task !== 'later' && !('outcome' in task)) await sink.send([task]);
    expect(sink.plan(second)).toEqual({ outcome: 'unchanged', note: undefined });
  });

  it('does not check such a row where nothing is written, unless what comes first is refused', async () => {
    const { sink } = await sinkOf([], [], true);
    const [first, second] = [row('A1', 'Initrode'), row('', 'Initrode')];
    const task = sink.plan(first);
    expect(sink.plan(second)).toBe('later');
    if (task !== 'later' && !('outcome' in task)) await sink.send([task]);
    expect(() => sink.plan(second)).toThrow('may speak of a record that an earlier row would only make');
    const { sink: refusing } = await sinkOf([], [held('Other', 'A9')], true);
    const refused = refusing.plan(first);
    expect(refusing.plan(second)).toBe('later');
    if (refused !== 'later' && !('outcome' in refused)) await refusing.send([refused]);
    expect(refusing.plan(second)).toMatchObject({ isNew: true });
  });
});
