import { describe, expect, it } from '@jest/globals';
import '../settings.js';
import { composeVariables, unknownSettings } from './unknown-settings.js';

const named = (...names: string[]): string[] =>
  unknownSettings(names).map(({ name, advice }) => name + advice);

describe('unknown settings', () => {
  it.each([
    ['RATE_LIMIT_REQESTS', 'RATE_LIMIT_REQUESTS'],
    ['rate_limit_requests', 'RATE_LIMIT_REQUESTS'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['LOG_LVL', 'LOG_LEVEL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['LOG_LEVLE', 'LOG_LEVEL'],
    ['HOTS', 'HOST'],
    ['PROT', 'PORT'],
    ['TRUST_PROXIES', undefined],
    ['DATABASE_COLOUR', undefined],
  ])('such as %s are named, with the one that is near', (name, near) => {
    expect(named(name)).toEqual([`${name}${near ? `: did you mean ${near}?` : ' and does nothing.'}`]);
  });

  it('are no settings, no names of docker-compose.yml, and no words of others', () => {
    const others = ['HOME', 'HOSTNAME', 'PATH', 'PWD', 'USER', 'TERM', 'SHELL', 'LANG', 'NODE_ENV', 'PGHOST'];
    expect(named('PORT', 'DATABASE_URL', ...composeVariables, ...others)).toEqual([]);
  });
});
