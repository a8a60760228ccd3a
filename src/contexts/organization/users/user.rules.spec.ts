import { describe, expect, it } from '@jest/globals';
import { administratorMustRemain, serviceMustHaveNoRights } from './user.rules.js';

const person = { id: 'ada', type: 'person', is_administrator: true, scopes: [], is_archived: false } as const;
const demoted = { ...person, is_administrator: false };
const archived = { ...person, is_archived: true };
const service = { ...demoted, type: 'service' } as const;

describe('the last administrator', () => {
  const refusal = expect.objectContaining({ code: 'user.last_administrator', kind: 'conflict' });

  it.each([
    ['archived', archived],
    ['demoted', demoted],
    ['made a service', service],
  ])('is not %s: user.last_administrator', (_what, after) => {
    expect(() => administratorMustRemain(after, { signingIn: [], people: ['ada'], holders: [] })).toThrow(
      refusal,
    );
  });

  it('stays also where a service could act, which cannot sign in', () => {
    const acting = { signingIn: [], people: ['ada'], holders: ['sync'] };
    expect(() => administratorMustRemain(demoted, acting)).toThrow(refusal);
  });

  it('is the last one who can sign in: others may never have taken their invitation', () => {
    const acting = { signingIn: ['ada'], people: ['ada', 'grace'], holders: ['sync'] };
    for (const after of [archived, demoted]) {
      expect(() => administratorMustRemain(after, acting)).toThrow(refusal);
      expect(() => administratorMustRemain({ ...after, id: 'grace' }, acting)).not.toThrow();
      const both = { ...acting, signingIn: ['ada', 'grace'] };
      expect(() => administratorMustRemain(after, both)).not.toThrow();
    }
  });

  it('may be changed otherwise', () => {
    const acting = { signingIn: ['ada'], people: ['ada'], holders: ['ada'] };
    expect(() => administratorMustRemain(person, acting)).not.toThrow();
  });

  it('is none while another person is one', () => {
    const acting = { signingIn: [], people: ['ada', 'grace'], holders: [] };
    for (const after of [archived, demoted]) {
      expect(() => administratorMustRemain(after, acting)).not.toThrow();
    }
  });

  it('is the last holder of a token with the scope admin where no person is one: user.last_administrator', () => {
    const acting = { signingIn: [], people: [], holders: ['ada'] };
    for (const after of [{ ...service, is_archived: true }, demoted]) {
      expect(() => administratorMustRemain(after, acting)).toThrow(refusal);
      expect(() => administratorMustRemain(after, { ...acting, holders: ['ada', 'sync'] })).not.toThrow();
      expect(() => administratorMustRemain(after, { ...acting, holders: ['sync'] })).not.toThrow();
    }
    for (const after of [service, person]) {
      expect(() => administratorMustRemain(after, acting)).not.toThrow();
    }
  });
});

describe('a service', () => {
  it('has no rights of its own: user.service_has_no_rights', () => {
    expect(() => serviceMustHaveNoRights(service)).not.toThrow();
    expect(() => serviceMustHaveNoRights({ ...person, scopes: ['read'] })).not.toThrow();
    for (const [member, rights] of [
      ['is_administrator', { is_administrator: true }],
      ['scopes', { scopes: ['read'] }],
    ] as const) {
      const refusal = expect.objectContaining({
        code: 'user.service_has_no_rights',
        kind: 'unprocessable',
        message: expect.stringMatching(`^${member}: `),
      });
      expect(() => serviceMustHaveNoRights({ ...service, ...rights })).toThrow(refusal);
    }
  });
});
