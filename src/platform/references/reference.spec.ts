import { describe, expect, it } from '@jest/globals';
import { defineResource } from '../resources/index.js';
import { parseReference, referenceFault, referenceKey } from './reference.js';

const table = { table: 'kite_crm_identifiers', owner: 'kite_id' };
const kite = defineResource({
  type: 'kite',
  noun: 'kite',
  table: 'kites',
  crmIdentifiers: table,
  hasNames: true,
});
const pilot = defineResource({ type: 'pilot', noun: 'pilot', table: 'pilots', hasEmails: true });
const plain = defineResource({ type: 'plain', noun: 'plain', table: 'plains' });

describe('a reference', () => {
  it.each([
    ['crm:hubspot:42', { form: 'crm', system: 'hubspot', identifier: '42' }],
    ['crm: Hub Spot : a:b/c% ', { form: 'crm', system: 'Hub Spot', identifier: 'a:b/c%' }],
    ['name: Acme: Ltd ', { form: 'name', text: 'Acme: Ltd' }],
  ])('%j is read', (text, read) => {
    expect(parseReference(kite, text)).toEqual(read);
  });

  it.each([
    'crm',
    'crm:',
    'crm:hubspot',
    'crm:hubspot:',
    'crm::42',
    'crm: :42',
    'CRM:hubspot:42',
    'name:',
    'name:  ',
    ':',
    'email:a@example.com',
    'tag:x',
    '',
    `crm:${'s'.repeat(101)}:1`,
    `crm:s:${'i'.repeat(256)}`,
    'name:a\0',
    `name:${'n'.repeat(256)}`,
  ])('%j is none', (text) => {
    expect(parseReference(kite, text)).toBeNull();
  });

  it('to a person holds an address, in any case', () => {
    const [one, other] = ['email:Ada@Example.com', 'email: ada@example.com'].map((text) =>
      parseReference(pilot, text),
    );
    expect(one && referenceKey(one)).toEqual(other && referenceKey(other));
    expect(parseReference(pilot, 'email:ada')).toBeNull();
  });

  it('is asked for in the forms that its kind has', () => {
    expect([kite, pilot, plain, undefined].map(referenceFault)).toEqual([
      'must be a UUID, or crm:<system>:<identifier> or name:<name>',
      'must be a UUID, or email:<address>',
      'must be a UUID',
      'must be a UUID',
    ]);
  });
});
