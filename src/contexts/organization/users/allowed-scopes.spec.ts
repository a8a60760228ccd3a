import { describe, expect, it } from '@jest/globals';
import { allowedScopes } from './allowed-scopes.js';

describe('what a token allows', () => {
  const person = { type: 'person', isAdministrator: false, scopes: ['read'] } as const;

  it('is what its user may do too, where that is a person', () => {
    expect(allowedScopes(['write'], person)).toEqual(['read']);
    expect(allowedScopes(['admin'], { ...person, scopes: [] })).toEqual([]);
  });

  it('is all that it was made for where its user is an administrator, whatever scopes they have beside', () => {
    expect(allowedScopes(['write', 'backfill'], { ...person, isAdministrator: true })).toEqual([
      'write',
      'backfill',
    ]);
    expect(allowedScopes(['admin'], { ...person, isAdministrator: true })).toEqual(['admin']);
  });

  it('is all that it was made for where its user is a service', () => {
    expect(allowedScopes(['admin'], { type: 'service', isAdministrator: false, scopes: [] })).toEqual([
      'admin',
    ]);
  });
});
