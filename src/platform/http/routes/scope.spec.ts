import { describe, expect, it } from '@jest/globals';
import { allows, type Scope } from './scope.js';

const allowed = (held: Scope, needed: Scope) => allows(new Set([held]), needed);

describe('a scope', () => {
  it.each<[Scope, Scope, boolean]>([
    ['admin', 'admin', true],
    ['admin', 'rates:write', true],
    ['write', 'sales:write', true],
    ['write', 'sales:read', true],
    ['write', 'admin', false],
    ['read', 'rates:read', true],
    ['read', 'rates:write', false],
    ['people:write', 'people:read', true],
    ['people:read', 'people:write', false],
    ['people:read', 'rates:read', false],
    ['people:write', 'sales:read', false],
  ])('%s for %s: %s', (held, needed, expected) => {
    expect(allowed(held, needed)).toBe(expected);
  });

  it('is not needed where none is', () => {
    expect(allows(new Set(), 'none')).toBe(true);
  });
});
