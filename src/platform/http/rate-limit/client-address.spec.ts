import { describe, expect, it } from '@jest/globals';
import { countedAddress } from './client-address.js';

describe('the address that requests are counted by', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:0db8::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['nonsense', '192.0.2.1'],
    ['203.0.113.9, 198.51.100.1', '192.0.2.1'],
    [undefined, '192.0.2.1'],
  ])('%s counts as %s', (ip, counted) => {
    expect(countedAddress({ ip, socket: { remoteAddress: '::ffff:192.0.2.1' } })).toBe(counted);
  });
});
