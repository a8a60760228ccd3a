import { describe, expect, it } from '@jest/globals';
import { isSafeOnTheWay, originOf } from './web-address.js';

const at = (PUBLIC_URL: string, WEB_ALLOW_HTTP = false) => ({ PUBLIC_URL, WEB_ALLOW_HTTP });

describe('the address of the program in browsers', () => {
  it('is safe for passwords with https, on this machine, or where the operator says so', () => {
    const safe = [
      'https://planning.example.com',
      'http://localhost:3000',
      'http://app.localhost',
      'http://127.1.2.3',
      'http://[::1]:3000',
    ];
    expect(safe.filter((url) => !isSafeOnTheWay(at(url)))).toEqual([]);
    const others = [
      'http://planning.example.com',
      'http://10.0.0.1',
      'http://localhost.example.com',
      'http://0.0.0.0',
    ];
    expect(others.filter((url) => isSafeOnTheWay(at(url)))).toEqual([]);
    expect(isSafeOnTheWay(at('http://10.0.0.1', true))).toBe(true);
  });

  it('has the origin that browsers send, also where it has a path or the usual port', () => {
    expect(originOf(at('https://example.com:443/planning'))).toBe('https://example.com');
  });
});
