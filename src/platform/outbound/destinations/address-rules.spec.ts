import { describe, expect, it } from '@jest/globals';
import { addressFault, isAllowed, networksOf } from './address-rules.js';

/** Addresses of every range that leads somewhere else than to a receiver on the Internet, with their kind. */
const refused: Record<string, readonly string[]> = {
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
  carrierGradeNat: ['100.64.0.1', '100.127.255.255'],
  linkLocal: ['169.254.169.254', 'fe80::1', 'febf::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  broadcast: ['255.255.255.255'],
  uniqueLocal: ['fc00::1', 'fd00:ec2::254'],
  deprecatedSiteLocal: ['fec0::1'],
  ipv4Mapped: ['::ffff:127.0.0.1', '::127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1'],
  rfc6052: ['64:ff9b::127.0.0.1', '64:ff9b::8.8.8.8', '64:ff9b:1::1'],
  rfc6145: ['::ffff:0:127.0.0.1'],
  '6to4': ['2002:7f00:1::1'],
  teredo: ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  benchmarking: ['2001:2::1'],
  discard: ['100::1'],
  as112: ['192.175.48.1', '192.31.196.1'],
  amt: ['192.52.193.1'],
  as112v6: ['2620:4f:8000::1'],
  orchid2: ['2001:20::1'],
  segmentRouting: ['5f00::1'],
  reserved: [
    ...['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '192.88.99.1', '240.0.0.1'],
    ...['2001:db8::1', '3fff::1', '::7f00:1', '::2', '100:0:0:1::1', '4000::1', 'e000::1'],
  ],
  malformed: ['', 'localhost', '127.1', '0x7f.0.0.1', '010.0.0.1', '2130706433', 'fe80::1%eth0', '2606::1%1'],
};

describe('an address', () => {
  const cases = Object.entries(refused).flatMap(([kind, texts]) =>
    texts.map((text) => [text, kind] as const),
  );

  it.each(cases)('%s is refused: %s', (text, kind) => {
    expect(addressFault(text, [])).toBe(kind);
  });

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '198.20.0.1',
    '2606:4700:4700::1111',
    '2a00::1',
  ])('%s may be dialled', (text) => {
    expect(addressFault(text, [])).toBeNull();
  });

  it('of a network that is open may be dialled, and its neighbours may not', () => {
    const open = networksOf(['10.1.0.0/16', 'fd00::/8', '127.0.0.1/32']);
    for (const text of ['10.1.255.255', 'fd00:ec2::254', '127.0.0.1']) {
      expect([text, addressFault(text, open), isAllowed(text, open)]).toEqual([text, null, true]);
    }
    for (const text of ['10.2.0.1', 'fc00::1', '127.0.0.2', '::ffff:10.1.0.1', 'fd00::1%eth0', 'localhost']) {
      expect([text, addressFault(text, open)]).toEqual([text, expect.any(String)]);
      expect([text, isAllowed(text, open)]).toEqual([text, false]);
    }
    expect([addressFault('1.1.1.1', open), isAllowed('1.1.1.1', open)]).toEqual([null, false]);
  });
});
