import { describe, expect, it } from '@jest/globals';
import { administratorMustRemain, serviceMustHaveNoRights } from './user.rules.js';

const person = {
  id: 'ada',
  type: 'person',
  is_administrator: true,
  scopes: [],
  oidc_subject: null,
  is_archived: false,
  canSignIn: true,
} as const;
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
    expect(() => administratorMustRemain(after, { able: [], people: ['ada'], holders: [] })).toThrow(refusal);
  });

  it('stays also where a service could act, which cannot sign in', () => {
    const acting = { able: [], people: ['ada'], holders: ['sync'] };
    expect(() => administratorMustRemain(demoted, acting)).toThrow(refusal);
  });

  it('may be changed otherwise', () => {
    const acting = { able: [], people: ['ada'], holders: ['ada'] };
    expect(() => administratorMustRemain(person, acting)).not.toThrow();
  });

  it('is none while another person is one', () => {
    const acting = { able: [], people: ['ada', 'grace'], holders: [] };
    for (const after of [archived, demoted]) {
      expect(() => administratorMustRemain(after, acting)).not.toThrow();
    }
  });

  it('who can sign in stays, and keeps the way in: user.last_administrator', () => {
    const acting = { able: ['ada'], people: ['ada', 'grace'], holders: ['sync'] };
    for (const after of [archived, demoted, { ...person, canSignIn: false }]) {
      expect(() => administratorMustRemain(after, acting)).toThrow(refusal);
      expect(() => administratorMustRemain(after, { ...acting, able: ['ada', 'grace'] })).not.toThrow();
    }
    expect(() => administratorMustRemain(person, acting)).not.toThrow();
    expect(() => administratorMustRemain({ ...demoted, id: 'grace' }, acting)).not.toThrow();
  });

  it('is the last holder of a token with the scope admin where no person is one: user.last_administrator', () => {
    const acting = { able: [], people: [], holders: ['ada'] };
    for (const after of [{ ...service, is_archived: true }, demoted]) {
      expect(() => administratorMustRemain(after, acting)).toThrow(refusal);
      expect(() =>
        administratorMustRemain(after, { able: [], people: [], holders: ['ada', 'sync'] }),
      ).not.toThrow();
      expect(() => administratorMustRemain(after, { able: [], people: [], holders: ['sync'] })).not.toThrow();
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
      ['oidc_subject', { oidc_subject: 'auth0|1' }],
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
