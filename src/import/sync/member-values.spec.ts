import { describe, expect, it } from '@jest/globals';
import { readMapping } from '../mapping/mapping.reader.js';
import { fillMembers } from './member-values.js';

function fill(member: string, columns: Record<string, string>) {
  const { mapping } = readMapping(
    'crm.yaml',
    `
name: crm
currency: USD
steps:
  - { name: tags, resource: tags, source: { records: [{ x: a }] }, match: [{ member: name }], members: { name: '{x}' } }
  - name: deals
    resource: projects
    source: { file: deals.csv }
    match: [{ crm_identifier: { system: crm, identifier: '{id}' } }]
    members: { member: ${member} }`,
  );
  const members = mapping.steps[1]?.members ?? {};
  return fillMembers(members, columns, (step, key) => `${step}/${key}`)['member'];
}

describe('the value of a member', () => {
  it.each([
    ["'{x}'", 'text', 'text'],
    ['{ number: "{x}" }', '-1.50', -1.5],
    ['{ money: "{x}" }', '1054', { currency_code: 'USD', amount: 1054 }],
    ['{ money: "{x}", divide_by: 173.33, currency: EUR }', '24000', { currency_code: 'EUR', amount: 138.46 }],
    ['{ money: "{x}", times: 12, divided_by: 2080 }', '3490', { currency_code: 'USD', amount: 20.13 }],
    ['{ money: "{x}", times: 12, divided_by: 2080 }', '19960', { currency_code: 'USD', amount: 115.15 }],
    ['{ money: "{x}", times: 12, divided_by: 2080 }', '2.6', { currency_code: 'USD', amount: 0.02 }],
    ['{ money: "{x}" }', '1.005', { currency_code: 'USD', amount: 1.01 }],
    ['{ money: "{x}", decimals: 4 }', '-8.00005', { currency_code: 'USD', amount: -8.0001 }],
    ['{ number: "{x}", times: 0.1 }', '3', 0.3],
    ['{ number: "{x}", times: "0.4999999999999999999", decimals: 0 }', '1', 0],
    ['{ number: "{x}", divided_by: 3 }', '1', 1 / 3],
    ['{ number: "{x}", times: 2, divided_by: 3, decimals: 1 }', '+2.5e1', 16.7],
    ['{ date: "{x}", format: DD/MM/YYYY }', '01/03/2017', '2017-03-01'],
    ['{ boolean: "{x}" }', 'No', false],
    ['{ record: tags, key: "{x}" }', 'East', 'tags/East'],
    ['{ list: ["{x}", "Team {x}", "{y}"] }', 'A', ['A', 'Team A']],
    ['{ object: { a: "{x}", b: 1 } }', 'A', { a: 'A', b: 1 }],
  ])('%s of "%s"', (member, x, value) => {
    expect(fill(member, { x, y: '' })).toEqual(value);
  });

  it.each([
    "'{x}'",
    '{ number: "{x}" }',
    '{ money: "{x}" }',
    '{ date: "{x}" }',
    '{ record: tags, key: "{x}" }',
  ])('%s of an empty cell is null', (member) => expect(fill(member, { x: '' })).toBeNull());

  it.each([
    ['{ number: "{x}" }', '1,5', 'member: "1,5" is not a number'],
    ['{ date: "{x}" }', 'soon', 'member: "soon" is not a date (YYYY-MM-DD)'],
    ['{ boolean: "{x}" }', 'maybe', 'member: "maybe" is neither yes nor no'],
    ['{ object: { a: { number: "{x}" } } }', 'b', 'member: a: "b" is not a number'],
    ['{ text: "{x}", required: true }', '', 'member: the export has no value for it'],
  ])('%s of "%s" refuses the row: %s', (member, x, reason) => {
    expect(() => fill(member, { x })).toThrow(reason);
  });
});
