import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { networksOf } from '../../../src/platform/outbound/destinations/address-rules.js';
import { DestinationFinder } from '../../../src/platform/outbound/destinations/destination-finder.js';
import { HostResolver } from '../../../src/platform/outbound/destinations/host-resolver.js';
import { GuardedClient, type Exchange } from '../../../src/platform/outbound/index.js';
import type { OutboundPolicy } from '../../../src/platform/outbound/outbound-policy.js';
import { percentile } from '../../support/requests/request-times.js';
import { until } from '../../../src/testing/until.js';

const MOST = 4;

const policy: OutboundPolicy = {
  allowHttp: true,
  allowedNetworks: networksOf(['127.0.0.0/8']),
  hostCap: MOST,
  connectTimeout: 5000,
  exchangeTimeout: 10_000,
  response: { readBytes: 16_384, keptBytes: 8192 },
};

/** Every name leads to one address, but those that say another one. */
class OneAddress extends HostResolver {
  override async resolve(host: string): Promise<readonly string[]> {
    return host.startsWith('second') ? ['127.0.0.2'] : ['127.0.0.1'];
  }
}

/** Servers that answer when they are told to, and count the connections that they have together. */
class CountingReceiver {
  open = 0;
  most = 0;
  /** Of the requests, in their order. */
  readonly hosts: string[] = [];
  readonly answers: ServerResponse[] = [];
  private readonly servers: ReturnType<typeof createServer>[] = [];
  isPrompt = false;

  get requests(): number {
    return this.hosts.length;
  }

  /** @returns its port */
  async listen(host = '127.0.0.1'): Promise<number> {
    const server = createServer((request, response) => {
      this.hosts.push(String(request.headers.host?.replace(/:.*/, '')));
      request.resume();
      if (this.isPrompt) response.end();
      else this.answers.push(response);
    });
    server.on('connection', (socket) => {
      this.open += 1;
      this.most = Math.max(this.most, this.open);
      socket.on('close', () => (this.open -= 1));
    });
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    this.servers.push(server);
    return (server.address() as AddressInfo).port;
  }

  answerAll(): void {
    for (const response of this.answers.splice(0)) response.end();
  }

  async answerUntil(requests: number): Promise<void> {
    const areAnswered = () => {
      this.answerAll();
      return this.requests >= requests;
    };
    await until(`${requests} requests have come`, areAnswered, 30, 5);
  }

  close(): void {
    for (const server of this.servers) server.close().closeAllConnections();
  }
}

describe('connections to one receiver', () => {
  const closers: (() => void)[] = [];
  afterEach(() => closers.splice(0).forEach((close) => close()));

  const begin = (): { receiver: CountingReceiver; client: GuardedClient } => {
    const receiver = new CountingReceiver();
    const client = new GuardedClient(policy, new DestinationFinder(policy, new OneAddress()));
    closers.push(() => client.onModuleDestroy());
    closers.push(() => receiver.close());
    return { receiver, client };
  };

  interface Options {
    readonly organizationId?: string;
    readonly isAlone?: boolean;
    readonly seconds?: number;
    readonly signal?: AbortSignal;
  }

  const post = (
    client: GuardedClient,
    url: string,
    { organizationId = 'one', isAlone = false, seconds = 30, signal }: Options = {},
  ): Promise<Exchange | null> => {
    return client.post({
      url,
      headers: {},
      body: '{}',
      organizationId,
      isAlone,
      patienceMs: seconds * 1000,
      signal,
    });
  };

  it.each([
    ['one name', ['one.example']],
    ['several names of one address', ['one.example', 'other.example', '127.0.0.1']],
  ])('are never more than may be, however many requests there are for %s', async (_, hosts) => {
    const { receiver, client } = begin();
    const port = await receiver.listen();
    const sent = Array.from({ length: 60 }, (__, index) =>
      post(client, `http://${hosts[index % hosts.length]}:${port}/`, {
        organizationId: `${index % 7}`,
        isAlone: index % 5 === 0,
      }),
    );
    while (receiver.requests < 60) {
      await until(
        'all places are taken',
        () => receiver.answers.length >= Math.min(MOST, 60 - receiver.requests),
      );
      receiver.answerAll();
      await new Promise(setImmediate);
    }
    receiver.answerAll();
    expect(new Set((await Promise.all(sent)).map((exchange) => exchange?.status))).toEqual(new Set([200]));
    expect(receiver.most).toBe(MOST);
  });

  it('that idle count, and make room for another name or port of the address at once', async () => {
    const { receiver, client } = begin();
    receiver.isPrompt = true;
    const ports = [await receiver.listen(), await receiver.listen()];
    const took: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (const [index, host] of ['one.example', 'other.example', 'third.example'].entries()) {
        const url = `http://${host}:${ports[index % 2]}/`;
        const began = performance.now();
        const exchanges = await Promise.all(Array.from({ length: MOST - 1 }, () => post(client, url)));
        expect(exchanges.every((exchange) => exchange?.status === 200)).toBe(true);
        took.push(performance.now() - began);
      }
    }
    // Long before they would be closed because they idle.
    expect(percentile(took, 0.5)).toBeLessThan(800);
    expect(receiver.most).toBeLessThanOrEqual(MOST);
  });

  it('leave a place to the next organization, which does not wait behind the many of another one', async () => {
    const { receiver, client } = begin();
    const port = await receiver.listen();
    const many = Array.from({ length: 20 }, (_, index) => post(client, `http://${index}.example:${port}/`));
    await until('its places are taken', () => receiver.answers.length === MOST - 1);
    const own = post(client, `http://own.example:${port}/`, { organizationId: 'other' });
    await until('the other one has its own', () => receiver.answers.length === MOST);
    const next = Array.from({ length: 2 }, () =>
      post(client, `http://own.example:${port}/`, { organizationId: 'other' }),
    );
    await receiver.answerUntil(23);
    receiver.answerAll();
    await Promise.all([...many, own, ...next]);
    // By turns: three of the other one are sent before half of the many are.
    expect(receiver.hosts.lastIndexOf('own.example')).toBeLessThan(12);
    expect(receiver.most).toBe(MOST);
  });

  it('do not keep requests to another receiver waiting', async () => {
    const { receiver, client } = begin();
    const [port, second] = [await receiver.listen(), await receiver.listen('127.0.0.2')];
    const waiting = Array.from({ length: 20 }, () => post(client, `http://one.example:${port}/`));
    await until('its places are taken', () => receiver.answers.length === MOST - 1);
    receiver.isPrompt = true;
    expect(await post(client, `http://second.example:${second}/`)).toMatchObject({ status: 200 });
    await receiver.answerUntil(21);
    await Promise.all(waiting);
  });

  it('are not made for a request whose time has come, or that is given up, while it waits', async () => {
    const { receiver, client } = begin();
    const port = await receiver.listen();
    const url = `http://one.example:${port}/`;
    const taken = Array.from({ length: MOST - 1 }, () => post(client, url));
    await until('its places are taken', () => receiver.answers.length === MOST - 1);
    expect(await post(client, url, { seconds: 0.1 })).toBeNull();
    expect(await post(client, url, { signal: AbortSignal.timeout(100) })).toBeNull();
    expect(await post(client, `http://second.example:${port}/`, { seconds: -1 })).toBeNull();
    receiver.answerAll();
    await Promise.all(taken);
    expect(receiver.requests).toBe(MOST - 1);
  });

  it('are a part of all where several processes share them, and those that are too many are closed', async () => {
    const { receiver, client } = begin();
    const port = await receiver.listen();
    const url = `http://one.example:${port}/`;
    const first = Array.from({ length: MOST - 1 }, () => post(client, url));
    await until('its places are taken', () => receiver.answers.length === MOST - 1);
    client.shareAmong(2);
    receiver.answerAll();
    await Promise.all(first);
    await until('one process has its part', () => receiver.open === MOST / 2, 0.9);
    receiver.most = 0;
    const more = Array.from({ length: 10 }, (_, index) => post(client, url, { organizationId: `${index}` }));
    await receiver.answerUntil(MOST - 1 + 10);
    receiver.answerAll();
    await Promise.all(more);
    expect(receiver.most).toBeLessThanOrEqual(MOST / 2);
    client.shareAmong(100);
    await until('one is left', () => receiver.open <= 1, 0.9);
  });
});
