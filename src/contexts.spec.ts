import { describe, expect, it } from '@jest/globals';
import { allows, scopesWithin } from './platform/http/index.js';
import './contexts.js';

describe('the scopes of webhooks', () => {
  it.each([
    ['read', 'webhooks:read', false],
    ['write', 'webhooks:read', false],
    ['write', 'webhooks:write', false],
    ['webhooks:write', 'webhooks:read', true],
    ['webhooks:read', 'webhooks:write', false],
    ['admin', 'webhooks:write', true],
  ])('are in no other but admin: %s for %s: %s', (held, needed, expected) => {
    expect(allows(new Set([held]), needed)).toBe(expected);
  });
});

describe('scopes within others', () => {
  it.each([
    { held: ['admin'], limit: ['admin'], common: ['admin'] },
    { held: ['read', 'write'], limit: ['admin'], common: ['read', 'write'] },
    { held: ['admin'], limit: ['write', 'webhooks:read'], common: ['write', 'webhooks:read'] },
    { held: ['write'], limit: ['read'], common: ['read'] },
    { held: ['read'], limit: ['people:write'], common: ['people:read'] },
    { held: ['write'], limit: ['people:write', 'sales:read'], common: ['people:write', 'sales:read'] },
    { held: ['people:write'], limit: ['read'], common: ['people:read'] },
    { held: ['people:write', 'sales:read'], limit: ['write'], common: ['people:write', 'sales:read'] },
    { held: ['people:write'], limit: ['sales:write'], common: [] },
    { held: ['write', 'backfill'], limit: ['write'], common: ['write'] },
    { held: ['write'], limit: ['webhooks:write', 'backfill'], common: [] },
    { held: ['webhooks:write'], limit: ['webhooks:read'], common: ['webhooks:read'] },
    { held: ['write'], limit: [], common: [] },
  ])('are what both allow: of $held within $limit $common', ({ held, limit, common }) => {
    expect(scopesWithin(held, limit)).toEqual(common);
  });
});
