import { describe, expect, it } from '@jest/globals';
import { networksOf } from './address-rules.js';
import { DestinationFinder } from './destination-finder.js';
import { HostResolver } from './host-resolver.js';

const forbidden = [
  ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '192.0.2.1'],
  ...['192.168.1.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::10.0.0.1', '2001::1', '2001:db8::1'],
  ...['2002:a00:1::1', 'fc00::1', 'fe80::1', 'fe80::1%eth0', 'ff02::1', 'not an address'],
];

class StubResolver extends HostResolver {
  constructor(private readonly addresses: readonly string[]) {
    super();
  }

  override async resolve(): Promise<readonly string[]> {
    return this.addresses;
  }
}

const finder = (addresses: readonly string[], networks: readonly string[]) =>
  new DestinationFinder(
    {
      allowHttp: false,
      allowedNetworks: networksOf(networks),
      hostCap: 32,
      connectTimeout: 100,
      exchangeTimeout: 100,
      response: { readBytes: 16_384, keptBytes: 8192 },
    },
    new StubResolver(addresses),
  );
const find = (url: string, addresses: readonly string[] = [], networks: readonly string[] = []) =>
  finder(addresses, networks).find(url);
const faultOf = (url: string, networks: readonly string[] = []) => finder([], networks).faultOf(url);

const refusal = { errorClass: 'address_unavailable' };
const fault = 'must lead to public addresses only';
const localNames = [
  'intranet',
  'localhost',
  'localhost.',
  'hooks.localhost',
  'hooks.internal',
  'hooks.internal.',
];

describe('a destination', () => {
  it.each(forbidden)('is refused when its name has the address %s, alone or among good ones', async (bad) => {
    expect(await find('https://example.com/', [bad])).toEqual(refusal);
    expect(await find('https://example.com/', ['1.1.1.1', bad])).toEqual(refusal);
    expect(await find('https://example.com/', [bad, '2606:4700:4700::1111'])).toEqual(refusal);
  });

  it.each(forbidden.filter((address) => !/[% ]/.test(address)))(
    'is refused when it is the address %s itself, whatever its spelling',
    async (address) => {
      const host = address.includes(':') ? `[${address}]` : address;
      const spellings = address.includes(':')
        ? [host, host.toUpperCase()]
        : [host, `${host}.`, String(Buffer.from(address.split('.').map(Number)).readUInt32BE())];
      for (const spelling of spellings) {
        expect(await find(`https://${spelling}/`)).toEqual(refusal);
        expect(faultOf(`https://${spelling}/`)).toBe(fault);
      }
    },
  );

  it('has all the addresses of its name, or the one that it is', async () => {
    const addresses = ['1.1.1.1', '2606:4700:4700::1111'];
    expect(await find('https://example.com/', addresses)).toMatchObject({ host: 'example.com', addresses });
    expect(await find('https://1.1.1.1/')).toMatchObject({ addresses: ['1.1.1.1'] });
  });

  it('is refused for its URL before anybody is asked for its address', async () => {
    expect(await find('http://example.com/')).toEqual({ errorClass: 'refused_url' });
    expect(faultOf('http://example.com/')).toBe('must begin with https://');
  });

  it('may be a name of the own network when all its addresses lie in networks that are open', async () => {
    const networks = ['10.0.0.0/8'];
    for (const url of ['https://intranet/', 'https://hooks.internal/']) {
      expect(await find(url, ['10.0.0.1', '10.0.0.2'], networks)).toMatchObject({
        addresses: ['10.0.0.1', '10.0.0.2'],
      });
      expect(await find(url, ['10.0.0.1', '1.1.1.1'], networks)).toEqual(refusal);
      expect(await find(url, ['10.0.0.1'])).toEqual(refusal);
    }
    expect(await find('https://example.com/', ['10.0.0.1', '1.1.1.1'], networks)).toMatchObject({
      host: 'example.com',
    });
  });

  it('is this machine only where its own addresses are open, however it is called', async () => {
    for (const url of ['https://localhost/', 'https://hooks.localhost/']) {
      expect(await find(url, ['127.0.0.1'], ['10.0.0.0/8'])).toEqual(refusal);
      for (const [network, address] of [
        ['127.0.0.0/8', '127.0.0.1'],
        ['::1/128', '::1'],
      ] as const) {
        expect(await find(url, [address], [network])).toMatchObject({ addresses: [address] });
        expect(await find(url, [address, '1.1.1.1'], [network])).toEqual(refusal);
      }
    }
  });

  it('without an address is refused as one that leads where nobody may go: nobody learns which names there are', async () => {
    expect(await find('https://example.com/')).toEqual(refusal);
    expect(await find('https://example.com/', ['10.0.0.1'])).toEqual(refusal);
  });
});

describe('a URL that is saved', () => {
  it('is not refused for what its name may lead to, which is not looked up', () => {
    for (const url of ['https://example.com/', 'https://db.corp.example/', 'https://bücher.example/']) {
      expect(faultOf(url)).toBeNull();
    }
  });

  it('is refused with the name of something nearby, unless networks are open where that may be', () => {
    for (const host of localNames) {
      const isThisMachine = host.includes('localhost');
      expect([host, faultOf(`https://${host}/`)]).toEqual([host, fault]);
      expect([host, faultOf(`https://${host}/`, ['10.0.0.0/8'])]).toEqual([
        host,
        isThisMachine ? fault : null,
      ]);
      expect([host, faultOf(`https://${host}/`, ['127.0.0.0/8'])]).toEqual([host, null]);
      expect([host, faultOf(`https://${host}/`, ['::1/128'])]).toEqual([host, null]);
    }
  });

  it('may be an address of a network that is open, and no other one', () => {
    expect(faultOf('https://10.0.0.1/', ['10.0.0.0/8'])).toBeNull();
    expect(faultOf('https://10.0.0.1/', ['10.1.0.0/16'])).toBe(fault);
    expect(faultOf('https://[::ffff:10.0.0.1]/', ['10.0.0.0/8'])).toBe(fault);
  });
});
