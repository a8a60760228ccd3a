import { createSocket } from 'node:dgram';
import type { Resolver } from 'node:dns/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { HostResolver } from '../../../src/platform/outbound/destinations/host-resolver.js';

const IPV4 = 1;
const IPV6 = 28;
const NO_SUCH_NAME = 3;

/** What a name server says of a name: addresses by type, nothing, or that there is no such name. */
type Records = Readonly<Record<number, Buffer>> | 'silence' | 'no such name';

class OwnResolver extends HostResolver {
  constructor(private readonly port: number) {
    super();
  }

  protected override newResolver(): Resolver {
    const resolver = super.newResolver();
    resolver.setServers([`127.0.0.1:${this.port}`]);
    return resolver;
  }
}

const closers: (() => unknown)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

async function resolverWith(records: Records): Promise<OwnResolver> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    if (records === 'silence') return;
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const record =
      records === 'no such name' ? undefined : records[question.readUInt16BE(question.length - 4)];
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180 + (records === 'no such name' ? NO_SUCH_NAME : 0), 2);
    head.writeUInt16BE(record ? 1 : 0, 6);
    head.writeUInt16BE(0, 8);
    head.writeUInt16BE(0, 10);
    const answer = record
      ? [Buffer.from([0xc0, 12]), question.subarray(-4), Buffer.from([0, 0, 0, 60, 0, record.length]), record]
      : [];
    socket.send(Buffer.concat([head, question, ...answer]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  closers.push(() => socket.close());
  return new OwnResolver(socket.address().port);
}

const withoutLockTimeout = (): AbortSignal => new AbortController().signal;
const v6 = Buffer.from('26064700470000000000000000001111', 'hex');

describe('a name', () => {
  it('has the addresses of both kinds', async () => {
    const resolver = await resolverWith({ [IPV4]: Buffer.from([1, 1, 1, 1]), [IPV6]: v6 });
    expect(await resolver.resolve('both.example', withoutLockTimeout())).toEqual([
      '1.1.1.1',
      '2606:4700:4700::1111',
    ]);
  });

  it('may have addresses of one kind only', async () => {
    const resolver = await resolverWith({ [IPV6]: v6 });
    expect(await resolver.resolve('six.example', withoutLockTimeout())).toEqual(['2606:4700:4700::1111']);
  });

  it('that nobody knows is refused', async () => {
    const resolver = await resolverWith('no such name');
    await expect(resolver.resolve('unknown.invalid', withoutLockTimeout())).rejects.toThrow('ENOTFOUND');
  });

  it('whose name server is dead holds nobody up: the search ends when it is told to', async () => {
    const resolver = await resolverWith('silence');
    const began = performance.now();
    const isTold = AbortSignal.timeout(2000);
    const dead = Array.from({ length: 50 }, () => resolver.resolve('dead.example', isTold));
    const ends = Promise.allSettled(dead);
    expect(await resolver.resolve('localhost', withoutLockTimeout())).toContain('127.0.0.1');
    expect(isTold.aborted).toBe(false);
    for (const result of await ends) expect(result.status).toBe('rejected');
    expect(performance.now() - began).toBeLessThan(5000);
  });
});
