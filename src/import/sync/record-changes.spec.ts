import { describe, expect, it } from '@jest/globals';
import type { MemberRule } from '../mapping/mapping.js';
import type { Json } from './member-values.js';
import { findChanges, membersToCreate } from './record-changes.js';
import type { CrmIdentifier } from './wanted-record.js';

const rule = (options: Partial<MemberRule> = {}): MemberRule => ({
  value: { kind: 'literal', value: null },
  required: false,
  once: false,
  replace: false,
  ...options,
});

function changes(
  held: Record<string, unknown>,
  members: Record<string, Json>,
  rules: Record<string, MemberRule> = {},
  identifiers: CrmIdentifier[] = [],
) {
  return findChanges({ id: '1', ...held }, { members, identifiers, recognitions: [] }, rules);
}

describe('the changes of a record', () => {
  it('are the members that differ', () => {
    const held = { name: 'Old', start_date: '2017-03-01', end_date: null };
    const wanted = { name: 'New', start_date: '2017-03-01', end_date: null };
    expect(changes(held, wanted).members).toEqual({ name: 'New' });
  });

  it('clear what the export no longer has', () => {
    expect(changes({ end_date: '2017-03-01' }, { end_date: null }).members).toEqual({ end_date: null });
  });

  it('leave out what is the same in another form', () => {
    const held = {
      target_budget: { currency_code: 'USD', amount: 1054.0 },
      email_address: 'ada@example.com',
      tags: ['East', 'Team A'],
      capacity: 1,
    };
    const wanted = {
      target_budget: { amount: 1054, currency_code: 'USD' },
      email_address: 'Ada@Example.com',
      tags: ['Team A', 'East'],
      capacity: 1.0,
    };
    expect(changes(held, wanted).members).toEqual({});
  });

  it('keep tags and metadata that people added, unless the mapping replaces them', () => {
    const held = { tags: ['Key'], metadata: { note: 'x', sector: 'old' } };
    const wanted = { tags: ['East'], metadata: { sector: 'new' } };
    expect(changes(held, wanted).members).toEqual({
      tags: ['Key', 'East'],
      metadata: { note: 'x', sector: 'new' },
    });
    const replace = rule({ replace: true });
    expect(changes(held, wanted, { tags: replace, metadata: replace }).members).toEqual(wanted);
  });

  it('replace an amount of money as a whole', () => {
    const held = { target_budget: { currency_code: 'EUR', amount: 5 } };
    const wanted = { target_budget: { currency_code: 'USD', amount: 6 } };
    expect(changes(held, wanted).members).toEqual(wanted);
  });

  it('are a cost rate with its day, also where the rate in force is the same', () => {
    const usd = (amount: number) => ({ currency_code: 'USD', amount });
    const held = { cost_rate: usd(10), cost_rate_effective_date: '1900-01-01' };
    const later = { cost_rate: usd(10), cost_rate_effective_date: '2027-01-01' };
    expect(changes(held, later).members).toEqual(later);
    expect(changes(held, { ...held, cost_rate: usd(20) }).members).toEqual({ ...held, cost_rate: usd(20) });
    expect(changes(held, held).members).toEqual({});
    const undated = { cost_rate: usd(20), cost_rate_effective_date: null };
    expect(changes(held, undated).members).toEqual({ cost_rate: usd(20) });
    expect(changes(held, { ...undated, cost_rate: usd(10) }).members).toEqual({});
    expect(changes(held, later, { cost_rate: rule({ once: true }) }).members).toEqual({});
  });

  it('add a missing CRM identifier and keep those of other systems', () => {
    const other = { system: 'hubspot', identifier: '9', url: 'https://crm.example.com/9' };
    const own = { system: 'crm', identifier: 'Isdom' };
    const held = { crm_identifiers: [other] };
    expect(changes(held, {}, {}, [own]).members).toEqual({ crm_identifiers: [other, own] });
    expect(changes({ crm_identifiers: [other, { ...own, url: null }] }, {}, {}, [own]).members).toEqual({});
  });

  it('leave alone what is set once, and name what the API does not show', () => {
    const found = changes(
      { likelihood: 0.7 },
      { likelihood: 0.5, cost_rate: 1 },
      { likelihood: rule({ once: true }) },
    );
    expect(found).toEqual({ members: {}, notShown: ['cost_rate'] });
  });
});

describe('a new record', () => {
  it('says nothing about members without a value', () => {
    const identifiers = [{ system: 'crm', identifier: 'A1' }];
    const members = { name: 'A', end_date: null, cost_rate: null, cost_rate_effective_date: '2027-01-01' };
    expect(membersToCreate({ members, identifiers, recognitions: [] })).toEqual({
      name: 'A',
      crm_identifiers: identifiers,
    });
  });
});
