import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { setImmediate as afterReading, setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from '@jest/globals';
import { networksOf } from '../../../src/platform/outbound/destinations/address-rules.js';
import { DestinationFinder } from '../../../src/platform/outbound/destinations/destination-finder.js';
import { HostResolver } from '../../../src/platform/outbound/destinations/host-resolver.js';
import { GuardedClient, type Exchange } from '../../../src/platform/outbound/index.js';
import type { OutboundPolicy } from '../../../src/platform/outbound/outbound-policy.js';
import { selfSignedCertificate } from '../../support/servers/certificate.js';
import { misbehaviours, receiver } from '../../support/servers/hostile-receivers.js';
import { receiversApart } from '../../support/servers/receivers-apart.js';
import { until } from '../../../src/testing/until.js';

const local = networksOf(['127.0.0.1/32', '::1/128']);
const open: OutboundPolicy = {
  allowHttp: true,
  allowedNetworks: local,
  hostCap: 32,
  connectTimeout: 5000,
  exchangeTimeout: 10_000,
  response: { readBytes: 16_384, keptBytes: 8192 },
};
// For receivers that are waited for in vain.
const hasty: OutboundPolicy = { ...open, connectTimeout: 400, exchangeTimeout: 800 };
/** A receiver that answers after 100 ms, as the text of a program. */
const answeringSoon = `
  const server = require('node:http').createServer((request, response) => {
    request.resume().on('end', () => setTimeout(() => response.end(), 100));
  });
  server.listen(0, '127.0.0.1', () => require('node:worker_threads').parentPort.postMessage(server.address().port));
`;
const megabyte = 2 ** 20;
const headers = { 'Content-Type': 'application/json', 'X-Own': 'kept' };

type Resolve = (host: string) => readonly string[] | Promise<readonly string[]>;

class StubResolver extends HostResolver {
  asked = 0;

  constructor(private readonly answer: Resolve) {
    super();
  }

  override async resolve(host: string): Promise<readonly string[]> {
    this.asked += 1;
    return this.answer(host);
  }
}

const unasked: Resolve = (host) => {
  throw new Error(`${host} must not be looked up`);
};

const clientWith = (resolver: HostResolver, policy: OutboundPolicy = open): GuardedClient =>
  new GuardedClient(policy, new DestinationFinder(policy, resolver));
const client = (resolve: Resolve = unasked, policy: OutboundPolicy = open): GuardedClient =>
  clientWith(new StubResolver(resolve), policy);

const post = async (url: string, by = client(), signal?: AbortSignal, isAlone = false): Promise<Exchange> => {
  const exchange = await by.post({
    ...{ url, headers, body: '{"é":1}', signal },
    ...{ organizationId: 'one', isAlone, patienceMs: 10_000 },
  });
  if (exchange === null) throw new Error('Nothing was sent');
  return exchange;
};

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

async function listening(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

const web = (listener: RequestListener): Promise<number> => listening(createServer(listener));

async function hostile(behave: (socket: Socket) => void): Promise<string> {
  const { port, close } = await receiver(behave);
  closers.push(close);
  return `http://127.0.0.1:${port}/hook`;
}

describe('the guarded client', () => {
  it('posts the bytes and the headers it was given, and none that asks for more', async () => {
    let heard: { request: IncomingMessage; body: string } | undefined;
    const port = await web((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        heard = { request, body };
        response.writeHead(201, { 'Retry-After': '7' }).end('done \0 ✓');
      });
    });
    const exchange = await post(`http://127.0.0.1:${port}/hook?a=b#fragment`);
    expect(exchange).toEqual({
      status: 201,
      errorClass: null,
      responseBody: 'done \uFFFD ✓',
      retryAfter: '7',
      isStale: false,
      durationMs: expect.any(Number),
    });
    expect(heard).toMatchObject({ body: '{"é":1}', request: { method: 'POST', url: '/hook?a=b' } });
    expect(heard?.request.headers).toEqual({
      'content-type': 'application/json',
      'x-own': 'kept',
      host: `127.0.0.1:${port}`,
      'content-length': '8',
      connection: 'keep-alive',
    });
  });

  it('follows no redirect, and uses no proxy that the environment names', async () => {
    let requests = 0;
    const port = await web((_request, response) => {
      requests += 1;
      response.writeHead(307, { Location: '/elsewhere' }).end();
    });
    const proxy = await receiver(() => undefined);
    closers.push(proxy.close);
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
    const exchange = await post(`http://127.0.0.1:${port}/`);
    for (const name of names) delete process.env[name];
    expect([exchange.status, requests, proxy.connections()]).toEqual([307, 1, 0]);
  });

  it('says when nobody listens', async () => {
    const { port, close } = await receiver(() => undefined);
    close();
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ errorClass: 'connect_failed' });
  });

  it('tries every address of a name, one after the other', async () => {
    const port = await web((_request, response) => response.end('here'));
    const both = client(() => ['::1', '127.0.0.1']);
    expect(await post(`http://both.example:${port}/`, both)).toMatchObject({ status: 200 });
  });

  it('hears what a receiver answered while this process was busy, and gives up on none because of that', async () => {
    const apart = new Worker(answeringSoon, { eval: true });
    closers.push(() => void apart.terminate());
    const [port] = (await once(apart, 'message')) as [number];
    const exchange = post(`http://127.0.0.1:${port}/`, client(unasked, hasty));
    await pause(20);
    // Now, so that timers come before the answer is read.
    await afterReading();
    const busyUntil = performance.now() + hasty.exchangeTimeout + 200;
    while (performance.now() < busyUntil);
    expect(await exchange).toMatchObject({ status: 200, errorClass: null });
  });

  it('gives up when it is told to, also before it began', async () => {
    const url = await hostile(misbehaviours['says nothing']);
    expect(await post(url, client(), AbortSignal.timeout(50))).toMatchObject({ errorClass: 'aborted' });
    expect(await post(url, client(), AbortSignal.abort())).toMatchObject({ errorClass: 'aborted' });
    const never = client(() => new Promise(() => undefined));
    expect(await post('https://example.com', never, AbortSignal.timeout(50))).toMatchObject({
      errorClass: 'aborted',
    });
  });
});

describe('a connection that is open already', () => {
  const counted = async (listener: RequestListener) => {
    const sockets: Socket[] = [];
    const server = createServer(listener).on('connection', (socket: Socket) => sockets.push(socket));
    return { port: await listening(server), sockets };
  };

  it('is used again for the same receiver', async () => {
    const { port, sockets } = await counted((_request, response) => response.end('here'));
    const by = client();
    for (let count = 0; count < 3; count += 1) {
      expect(await post(`http://127.0.0.1:${port}/${count}`, by)).toMatchObject({ responseBody: 'here' });
    }
    expect(sockets).toHaveLength(1);
  });

  it('is not used for a name that has come to mean other addresses, nor for another name', async () => {
    const { port, sockets } = await counted((_request, response) => response.end());
    let addresses = ['127.0.0.1'];
    const by = client(() => addresses);
    await post(`http://one.example:${port}/`, by);
    await post(`http://other.example:${port}/`, by);
    expect(sockets).toHaveLength(2);
    addresses = ['127.0.0.1', '::1'];
    await post(`http://one.example:${port}/`, by);
    expect(sockets).toHaveLength(3);
    addresses = ['10.0.0.1'];
    expect(await post(`http://one.example:${port}/`, by)).toMatchObject({
      errorClass: 'address_unavailable',
    });
    expect(sockets).toHaveLength(3);
  });

  it('that the receiver closes after it has read the request is a failure, and the request is sent no more', async () => {
    const read: string[] = [];
    const { port, sockets } = await counted((request, response) => {
      read.push(request.url ?? '');
      if (read.length === 2) request.resume().on('end', () => request.socket.destroy());
      else response.end();
    });
    const by = client();
    const exchanges = [];
    for (const path of ['/first', '/closed', '/next']) {
      exchanges.push(await post(`http://127.0.0.1:${port}${path}`, by));
    }
    expect(exchanges).toMatchObject([
      { status: 200, isStale: false },
      { status: null, errorClass: 'reset', isStale: true },
      { status: 200, isStale: false },
    ]);
    expect([read, sockets.length]).toEqual([['/first', '/closed', '/next'], 2]);
  });

  it('is not used for a request that must have a connection of its own, which is not stale when it breaks', async () => {
    const { port, sockets } = await counted((request, response) => {
      if (sockets.length > 1) request.socket.destroy();
      else response.end();
    });
    const by = client();
    await post(`http://127.0.0.1:${port}/`, by);
    const alone = await post(`http://127.0.0.1:${port}/`, by, undefined, true);
    expect(alone).toMatchObject({ errorClass: 'reset', isStale: false });
    expect(sockets).toHaveLength(2);
  });

  it.each([
    ['with its answer', 0],
    ['a while after its answer', 30],
  ])(
    'is not used once the receiver has ended it %s, and such a receiver gets each for one request',
    async (_, ms) => {
      const asked: (string | undefined)[] = [];
      const { port, sockets } = await counted((request, response) => {
        asked.push(request.headers.connection);
        response.end();
        if (ms === 0) request.socket.end();
        else setTimeout(() => request.socket.end(), ms);
      });
      const by = client();
      for (let count = 0; count < 4; count += 1) {
        expect(await post(`http://127.0.0.1:${port}/`, by)).toMatchObject({ status: 200, errorClass: null });
        if (ms > 0) await until('it has ended', () => sockets.at(-1)?.destroyed === true);
      }
      expect(sockets).toHaveLength(4);
      const distrusted = ['keep-alive', 'close', 'close', 'close'];
      // Newer versions of Node do not keep what has ended with its answer: then nobody has to be distrusted.
      const neverKept = sockets.map(() => 'keep-alive');
      expect(ms === 0 ? [distrusted, neverKept] : [distrusted]).toContainEqual(asked);
    },
  );

  it('is not kept where the rest of an answer was not read', async () => {
    const { port, sockets } = await counted((_request, response) => response.end('x'.repeat(megabyte)));
    const by = client();
    for (let count = 0; count < 2; count += 1) await post(`http://127.0.0.1:${port}/`, by);
    expect(sockets).toHaveLength(2);
  });

  it('is closed a second after its last answer', async () => {
    const { port, sockets } = await counted((_request, response) => response.end());
    await post(`http://127.0.0.1:${port}/`);
    await until('it is closed', () => sockets[0]?.destroyed === true, 10);
  });
});

describe('over TLS the guarded client', () => {
  const names = ['receiver.example', 'other.example'];
  const certificate = selfSignedCertificate(names);
  const heard: { name: unknown; host: unknown }[] = [];
  const secure = async (identity = certificate): Promise<number> => {
    heard.length = 0;
    const server = createSecureServer(identity, (request, response) => {
      heard.push({
        name: (request.socket as { servername?: unknown }).servername,
        host: request.headers.host,
      });
      response.end('safe');
    });
    return listening(server);
  };
  const trusting: OutboundPolicy = { ...open, trustedCertificates: certificate.cert };
  const here: Resolve = () => ['127.0.0.1'];

  it('names the host of the URL to the receiver, and verifies that it is that host', async () => {
    const port = await secure();
    const url = `https://receiver.example.:${port}/`;
    expect(await post(url, client(here, trusting))).toMatchObject({ status: 200, responseBody: 'safe' });
    expect(heard).toEqual([{ name: 'receiver.example', host: `receiver.example.:${port}` }]);
    const wrong = await post(`https://stranger.example:${port}/`, client(here, trusting));
    expect(wrong).toMatchObject({ status: null, errorClass: 'tls_failed' });
    expect(heard).toHaveLength(1);
  });

  it('sends nothing to a receiver that nobody vouches for, whose time has passed, or that speaks no TLS', async () => {
    const port = await secure();
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    const unknown = await post(`https://receiver.example:${port}/`, client(here));
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    expect(unknown).toMatchObject({ status: null, errorClass: 'tls_failed' });
    const expired = selfSignedCertificate(names, 0.5);
    const late = await post(
      `https://receiver.example:${await secure(expired)}/`,
      client(here, { ...open, trustedCertificates: expired.cert }),
    );
    expect(late).toMatchObject({ status: null, errorClass: 'tls_failed' });
    expect(heard).toEqual([]);
    const plain = await hostile(misbehaviours['speaks another protocol']);
    expect(await post(plain.replace('http:', 'https:'))).toMatchObject({ errorClass: 'tls_failed' });
  });

  it('counts the handshake as part of reaching the receiver', async () => {
    const url = await hostile(misbehaviours['says nothing']);
    const impatient = client(unasked, { ...open, connectTimeout: 400 });
    const exchange = await post(url.replace('http:', 'https:'), impatient);
    expect(exchange.errorClass).toBe('connect_timeout');
    expect(exchange.durationMs).toBeLessThan(open.exchangeTimeout);
  });
});

describe('a receiver that', () => {
  const outcomes: Record<keyof typeof misbehaviours, Partial<Exchange>> = {
    'answers with a gigabyte': { status: 200, errorClass: null, responseBody: 'x'.repeat(8192) },
    'answers with chunks without end': { status: 200, errorClass: null, responseBody: 'y'.repeat(8192) },
    'answers with a bomb of compressed zeros': { status: 200, errorClass: null },
    'answers one byte now and then': { status: 200, errorClass: 'timed_out' },
    'sends its headers one byte now and then': { status: null, errorClass: 'timed_out' },
    'says nothing': { status: null, errorClass: 'timed_out' },
    'resets the connection': { status: null, errorClass: 'reset' },
    'resets the connection in the middle of its answer': {
      status: 200,
      errorClass: 'reset',
      responseBody: 'half',
    },
    'hangs up': { status: null, errorClass: 'reset' },
    'hangs up in the middle of its answer': { status: 200, errorClass: 'reset', responseBody: 'half' },
    'sends headers without end': { status: null, errorClass: 'invalid_response' },
    'sends one header without end': { status: null, errorClass: 'invalid_response' },
    'sends trailers without end': { status: 200, errorClass: 'invalid_response' },
    'sends a chunk extension without end': { status: 200, errorClass: 'invalid_response' },
    'sends interim answers without end': { status: null, errorClass: 'invalid_response' },
    'switches protocols': { status: 101, errorClass: 'invalid_response' },
    'speaks another protocol': { status: null, errorClass: 'invalid_response' },
    'sends two lengths': { status: null, errorClass: 'invalid_response' },
  };

  it.each(Object.keys(outcomes) as (keyof typeof misbehaviours)[])(
    '%s neither hangs nor fools the client',
    async (name) => {
      const policy = outcomes[name].errorClass === 'timed_out' ? hasty : open;
      const exchange = await post(await hostile(misbehaviours[name]), client(unasked, policy));
      expect(exchange).toMatchObject(outcomes[name]);
      expect(Buffer.byteLength(exchange.responseBody)).toBeLessThanOrEqual(8192);
      expect(exchange.durationMs).toBeLessThan(open.exchangeTimeout);
    },
  );

  it('misbehaves in any of these ways costs no memory', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const { ports, close } = await receiversApart();
    const sender = client(unasked, hasty);
    const round = () =>
      Promise.all([...ports, ...ports].map((port) => post(`http://127.0.0.1:${port}/`, sender)));
    for (let count = 0; count < 3; count += 1) await round();
    collect();
    const before = process.memoryUsage.rss();
    let highest = before;
    const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 5);
    for (let count = 0; count < 6; count += 1) await round();
    clearInterval(watch);
    await close();
    expect((highest - before) / megabyte).toBeLessThan(50);
  });
});

describe('the guarded client goes nowhere else when', () => {
  it('a name means another address each time: 200 sends, and the forbidden one is never dialled', async () => {
    const answer = (socket: Socket): unknown => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    const good = await receiver(answer);
    const forbidden = await receiver(answer, '127.0.0.2', good.port);
    closers.push(good.close, forbidden.close);
    const dialled = new Set<unknown>();
    const watch = (message: unknown): void => {
      const { socket } = message as { socket: Socket };
      socket.on('connectionAttempt', (address: string) => dialled.add(address));
      socket.on('connect', () => dialled.add(socket.remoteAddress));
    };
    channel('net.client.socket').subscribe(watch);
    // What was checked is what is dialled: the second answer is there for whoever asks twice.
    const turns = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1', '127.0.0.2'], ['127.0.0.1']];
    let turn = 0;
    const resolver = new StubResolver(() => turns[turn++ % turns.length] ?? []);
    const sender = clientWith(resolver);
    const classes: (string | null)[] = [];
    for (let count = 0; count < 200; count += 1)
      classes.push((await post(`http://rebinding.example:${good.port}/`, sender)).errorClass);
    channel('net.client.socket').unsubscribe(watch);
    expect(resolver.asked).toBe(200);
    expect(classes.filter((errorClass) => errorClass === null)).toHaveLength(100);
    expect(classes.filter((errorClass) => errorClass === 'address_unavailable')).toHaveLength(100);
    expect([good.connections(), forbidden.connections()]).toEqual([100, 0]);
    expect([...dialled]).toEqual(['127.0.0.1']);
  });

  it('a name has no address, or nobody says which', async () => {
    const url = 'https://unknown.example/';
    const failing = client(() => Promise.reject(new Error('ENOTFOUND')));
    expect(await post(url, failing)).toMatchObject({ status: null, errorClass: 'address_unavailable' });
    const silent = client(() => new Promise(() => undefined), { ...open, connectTimeout: 400 });
    const exchange = await post(url, silent);
    expect(exchange.errorClass).toBe('address_unavailable');
    expect(exchange.durationMs).toBeLessThan(open.exchangeTimeout);
  });

  it('a name of the own network is used and no network is open', async () => {
    const closed: OutboundPolicy = { ...open, allowedNetworks: [] };
    for (const host of ['localhost', 'localhost.', 'app.localhost', 'intranet', 'metadata.google.internal']) {
      const outside = client(() => ['1.1.1.1']);
      for (const by of [outside, client(unasked, closed)]) {
        expect(await post(`https://${host}/`, by)).toMatchObject({ errorClass: 'address_unavailable' });
      }
    }
  });
});

describe('a name of this machine', () => {
  it('is found without DNS', async () => {
    const port = await web((_request, response) => response.end('here'));
    const sender = clientWith(new HostResolver());
    expect(await post(`http://localhost:${port}/`, sender)).toMatchObject({ status: 200 });
  });
});
