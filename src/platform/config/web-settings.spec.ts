import { describe, expect, it } from '@jest/globals';
import { readSettings } from './settings.js';

describe('the address in browsers', () => {
  it('is that of the port on this machine unless another one is given, without a slash at its end', () => {
    expect(readSettings({ PORT: '8080' }).PUBLIC_URL).toBe('http://localhost:8080');
    const given = readSettings({ PUBLIC_URL: 'https://Example.com/planning/' });
    expect(given.PUBLIC_URL).toBe('https://example.com/planning');
  });

  it.each([
    'example.com',
    'ftp://example.com',
    'https://ada@example.com',
    'https://example.com/?a=1',
    'https://example.com/#a',
  ])('is none that holds more, or is none of the web: %s', (PUBLIC_URL) => {
    expect(() => readSettings({ PUBLIC_URL })).toThrow('PUBLIC_URL must be an address such as https://');
  });
});
