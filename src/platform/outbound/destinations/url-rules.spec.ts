import { describe, expect, it } from '@jest/globals';
import { targetOf, urlFault } from './url-rules.js';

describe('a URL', () => {
  it.each([
    'https://example.com',
    'https://example.com:443/hook?token=1#part',
    'https://example.com:80/',
    'https://example.com:1024/',
    'https://example.com:65535/',
    'https://example.com./',
    'https://bücher.example/',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]:8443/',
  ])('may be %s', (url) => {
    expect(urlFault(url, false)).toBeNull();
  });

  it.each([
    ['example.com/hook', 'must be a URL such as'],
    ['https://', 'must be a URL such as'],
    ['https://[fe80::1%25eth0]/', 'must be a URL such as'],
    ['https://256.0.0.1/', 'must be a URL such as'],
    ['http://example.com/', 'must begin with https://'],
    ['ftp://example.com/', 'must begin with https://'],
    ['file:///etc/passwd', 'must begin with https://'],
    ['javascript:alert(1)', 'must begin with https://'],
    ['https://user@example.com/', 'must not contain a user name or a password'],
    ['https://:word@example.com/', 'must not contain a user name or a password'],
    ['https://example.com:22/', 'must have port 80, 443, or one from 1024'],
    ['https://example.com:0/', 'must have port 80, 443, or one from 1024'],
    ['https://example.com:1023/', 'must have port 80, 443, or one from 1024'],
    ['https://./', 'must name a host'],
    ['https://example..com/', 'must name a host'],
  ])('must not be %s: it %s', (url, fault) => {
    expect(urlFault(url, false)).toContain(fault);
  });

  it('may begin with http:// only when that is allowed', () => {
    expect(urlFault('http://example.com:8080/', true)).toBeNull();
    expect(urlFault('ws://example.com/', true)).toBe('must begin with https:// or http://');
  });
});

describe('the host of a URL', () => {
  const hostOf = (url: string) => targetOf(new URL(url));

  it.each([
    ['https://2130706433/', '127.0.0.1'],
    ['https://0177.0.0.1/', '127.0.0.1'],
    ['https://0x7f.1/', '127.0.0.1'],
    ['https://127.1/', '127.0.0.1'],
    ['https://127.0.0.1./', '127.0.0.1'],
    ['https://１２７.0.0.1/', '127.0.0.1'],
    ['https://%31%32%37.0.0.1/', '127.0.0.1'],
    ['https://0/', '0.0.0.0'],
    ['https://[::FFFF:127.0.0.1]/', '::ffff:7f00:1'],
    ['https://[64:ff9b::7f00:1]/', '64:ff9b::7f00:1'],
  ])('in %s is the address %s', (url, host) => {
    expect(hostOf(url)).toMatchObject({ host, isAddress: true, isLocalName: false });
  });

  it.each(['localhost', 'LOCALHOST.', 'ⓛocalhost', 'a.localhost', 'intranet', 'db.internal', 'db.internal.'])(
    'is the name of something nearby: %s',
    (host) => {
      expect(hostOf(`https://${host}/`)).toMatchObject({ isAddress: false, isLocalName: true });
    },
  );

  it.each(['example.com', 'internal.example.com', '127.0.0.1.example.com', 'localhost.example'])(
    'is a name like any other: %s',
    (host) => {
      expect(hostOf(`https://${host}/`)).toMatchObject({ host, isAddress: false, isLocalName: false });
    },
  );
});
