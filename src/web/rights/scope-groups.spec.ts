import { describe, expect, it } from '@jest/globals';
import { scopeGroups, withScope } from './scope-groups.js';

describe('the scopes to choose from', () => {
  it('are contexts, and one thing more each', () => {
    const { contexts, permissions } = scopeGroups([
      'read',
      'write',
      'admin',
      'backfill',
      'time:read',
      'time:write',
    ]);
    expect([contexts, permissions]).toEqual([['time'], ['backfill']]);
  });

  it('leave out what another one includes', () => {
    expect(withScope(['people:read', 'time:read'], 'people:write', true)).toEqual([
      'time:read',
      'people:write',
    ]);
    expect(withScope(['people:write', 'webhooks:read'], 'write', true)).toEqual(['webhooks:read', 'write']);
    expect(withScope(['write', 'backfill'], 'admin', true)).toEqual(['admin']);
    expect(withScope(['people:read', 'time:read'], 'time:read', false)).toEqual(['people:read']);
  });
});
