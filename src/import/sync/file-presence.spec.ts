import { describe, expect, it } from '@jest/globals';
import { readMapping } from '../mapping/mapping.reader.js';
import type { Step } from '../mapping/mapping.js';
import type { ApiRecord } from '../api/record-list.js';
import { FilePresence } from './file-presence.js';

const timeStep = (name: string): string => `
  - name: ${name}
    resource: actual_time
    source: { file: ${name}.csv }
    match: [{ crm_identifier: { system: own, identifier: '{id}' } }]
    members: { hours: { number: '{hours}' } }`;

const [first, second] = readMapping('own.yaml', `name: own\nsteps:${timeStep('old')}${timeStep('new')}`)
  .mapping.steps as [Step, Step];

const record = (id: string, day: string): ApiRecord => ({
  id,
  recorded_date: day,
  hours: 2,
  crm_identifiers: [{ system: 'own', identifier: id }],
});

describe('what the files no longer have', () => {
  it('is of all steps that share a list, each record once', () => {
    const presence = new FilePresence();
    presence.open(first);
    presence.open(second);
    const kept = { system: 'own', identifier: 'C' };
    presence.note('actual_time', [{ kind: 'crm_identifier', identifier: kept }], '');
    presence.close(first, [], () => [record('A', '2026-03-02'), record('B', '2026-03-03')]);
    presence.close(second, [], () => [record('B', '2026-03-03'), record('C', '2026-03-04')]);
    expect(presence.findAbsent()).toEqual([
      {
        resource: 'actual_time',
        recognised_by: 'crm_identifier',
        records: [
          { id: 'A', name: '2026-03-02, 2 h (A)' },
          { id: 'B', name: '2026-03-03, 2 h (B)' },
        ],
      },
    ]);
  });
});
