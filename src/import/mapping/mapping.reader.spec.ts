import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readMapping } from './mapping.reader.js';

const clients = `
  - name: accounts
    resource: clients
    source: { file: accounts.csv }
    match: [{ crm_identifier: { system: crm, identifier: '{account}' } }, { member: name }]
    members: { name: '{account}' }`;

const read = (steps: string) => readMapping('crm.yaml', `name: crm\nsteps:${steps}\n`);

describe('a mapping file', () => {
  it('is read with its steps, and a step is referred to by what it matches by', () => {
    const [step] = read(clients).mapping.steps;
    expect(step).toMatchObject({ name: 'accounts', resource: 'clients', key: { source: '{account}' } });
  });

  it('tells all its faults at once, each with line and path', () => {
    const faulty = () =>
      read(`${clients}
  - name: deals
    resource: projects
    source: { fil: deals.csv }
    match: [{ member: name }]
    members:
      name: '{product|shout}'
      client_id: { record: acounts, key: '{account}' }
      target_budget: { money: '{value}' }
      start_date: { date: '{day}', format: D/M/Y }`);
    const lines = [
      'line 10, steps[1].source needs a file, records, or both',
      'line 10, steps[1].source.fil is not known here (known: file, delimiter, encoding, records)',
      'line 11, steps[1].match[0].member is not possible here: use a crm_identifier',
      'line 13, steps[1].members.name uses the unknown filter "shout"',
      'line 14, steps[1].members.client_id.record names "acounts", which is no earlier step (earlier: accounts)',
      'line 15, steps[1].members.target_budget needs a currency of three capitals',
      'line 16, steps[1].members.start_date.format must hold YYYY, MM and DD once each',
    ];
    for (const line of lines) expect(faulty).toThrow(line);
  });

  it('takes factors that divide and multiply exactly, and no others', () => {
    const faultOf = (factors: string) => () =>
      read(clients.replace(/ \}$/, `, value: { number: '{account}', ${factors} } }`));
    expect(faultOf('times: 12, divided_by: "0.1234567890123456789"')).not.toThrow();
    expect(faultOf('divide_by: 173.33')).not.toThrow();
    expect(faultOf('divided_by: 0')).toThrow('line 7, steps[0].members.value.divided_by must not be zero');
    expect(faultOf('times: a lot')).toThrow('line 7, steps[0].members.value.times must be a number');
    expect(faultOf('times: .inf')).toThrow('times must be a number');
    expect(faultOf('times: 0.1234567890123456789')).toThrow('more than 15 digits: write it in quotes');
    expect(faultOf('divided_by: 12, divide_by: 12')).toThrow('use that one only');
  });

  it('that is not YAML is refused with the place', () => {
    expect(() => readMapping('crm.yaml', 'name: [')).toThrow(/crm\.yaml cannot be used:\n.*line 1/s);
  });

  it('needs a parent for stages and a way to recognise records', () => {
    const stages =
      "\n  - { name: s, resource: stages, source: { records: [{ a: b }] }, members: { name: '{a}' } }";
    expect(() => read(stages)).toThrow('steps[0].parent is missing');
    expect(() => read(stages)).toThrow('steps[0].match is missing');
    const clientsBelow = `\n  - { name: c, resource: clients, parent: { record: c, key: x }, source: { records: [{ a: b }] } }`;
    expect(() => read(clientsBelow)).toThrow('parent is not possible here: these records have no parent');
  });

  it('needs the day and the hours of planned time, which is recognised by its day', () => {
    const plan =
      '\n  - { name: p, resource: planned_time, source: { records: [{ a: b }] }, match: [{ member: name }] }';
    for (const fault of [
      'parent is missing',
      'needs a plan_date',
      'needs hours',
      'match is not possible here',
    ])
      expect(() => read(plan)).toThrow(fault);
  });
});

describe('the shipped mappings', () => {
  // Not all files of the folder: there may be mappings of somebody's own beside them.
  it.each(['maven-crm.yaml', 'oracle-hr.yaml', 'harvest.yaml', 'toggl.yaml'])(
    '%s has no faults of form',
    (file) => {
      const path = join(import.meta.dirname, '..', 'mappings', file);
      expect(() => readMapping(file, readFileSync(path, 'utf8'))).not.toThrow();
    },
  );
});
