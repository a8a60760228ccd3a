import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../testing/until.js';
import { ImportFault, ImportStopped } from '../import-fault.js';
import { ApiClient } from './api.client.js';
import { ApiRefusal } from './api.errors.js';
import type { RateLimit } from './rate-limit.js';
import { RequestGate, type RequestEvents } from './request-gate.js';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Respond =>
  (_request, response) =>
    void response
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end(JSON.stringify(body));
const hangUp: Respond = (request) => void request.socket.destroy();

let server: Server;
let responses: Respond[] = [];
let seen: { at: number; token: unknown; key: unknown }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const { 'x-api-key': token, 'idempotency-key': key } = request.headers;
    seen.push({ at: Date.now(), token, key });
    (responses.shift() ?? json(200, { ok: true }))(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  responses = [];
  seen = [];
});

function clientOf(stop = new AbortController().signal, patienceMs = 60_000, events: RequestEvents = {}) {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  return new ApiClient({ url, token: 'secret', tries: 3, patienceMs }, new RequestGate(stop, events));
}

describe('the API client', () => {
  it('sends the token and gives the body', async () => {
    expect(await clientOf().send('GET', '/v1/me')).toEqual({ ok: true });
    expect(seen[0]?.token).toBe('secret');
  });

  it('waits as long as Retry-After says, with all requests', async () => {
    responses = [json(429, { error: 'slow down' }, { 'Retry-After': '1' })];
    const client = clientOf();
    const first = client.send('GET', '/v1/tags');
    await until('the request has come', () => seen.length > 0, 30, 5);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await Promise.all([first, client.send('GET', '/v1/roles')]);
    const [refused, ...later] = seen.map(({ at }) => at);
    expect(later).toHaveLength(2);
    for (const at of later) expect(at - (refused ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('tries again after 503 and after a lost response', async () => {
    responses = [json(503, {}), hangUp];
    expect(await clientOf().send('POST', '/v1/clients', { name: 'A' })).toEqual({ ok: true });
    expect(seen).toHaveLength(3);
  });

  it('gives up on an API that stays away for longer than its patience, in one sentence', async () => {
    responses = Array<Respond>(20).fill(hangUp);
    const given = clientOf(undefined, 1000).send('GET', '/v1/tags');
    await expect(given).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:\d+ does not respond \(GET \/v1\/tags: \w+\)\.$/,
    );
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.at(-1)?.at).toBeLessThanOrEqual((seen[0]?.at ?? 0) + 3000);
  });

  it('outlasts an API that is stopped and started again, with all requests, and says so once', async () => {
    const { port } = server.address() as AddressInfo;
    const lines: string[] = [];
    const client = clientOf(undefined, 60_000, { said: (line) => lines.push(line) });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    const sent = ['/v1/tags', '/v1/roles', '/v1/people'].map((path) => client.send('GET', path));
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    expect(await Promise.all(sent)).toEqual(Array(3).fill({ ok: true }));
    expect(lines).toEqual([
      expect.stringMatching(/ does not respond \(GET \S+ ECONNREFUSED\): trying again for up to 1 min\.$/),
      expect.stringMatching(/^The API responds again after \d s\.$/),
    ]);
  });

  it.each([502, 503, 504])('waits as long as %i asks for with Retry-After', async (status) => {
    responses = [json(status, {}, { 'Retry-After': '1' })];
    expect(await clientOf().send('GET', '/v1/tags')).toEqual({ ok: true });
    expect((seen[1]?.at ?? 0) - (seen[0]?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('gives up on a request that always fails while others are served', async () => {
    const client = clientOf();
    const others = new AbortController();
    const poison: Respond = (request, response) =>
      request.url === '/poison' ? hangUp(request, response) : json(200, {})(request, response);
    responses = Array<Respond>(1000).fill(poison);
    const quiet = async () => {
      while (!others.signal.aborted) {
        await client.send('GET', '/v1/tags');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const served = quiet();
    await expect(client.send('GET', '/poison')).rejects.toThrow(ImportFault);
    others.abort();
    await served;
  });

  it('sends a write again with the key of its first attempt, so that it is done once', async () => {
    responses = [
      hangUp,
      json(503, {}),
      json(409, { code: 'idempotency.in_progress' }, { 'Retry-After': '1' }),
    ];
    const client = clientOf();
    expect(await client.send('POST', '/v1/clients', {})).toEqual({ ok: true });
    await client.send('POST', '/v1/clients', {});
    const keys = seen.map(({ key }) => key);
    expect(keys).toEqual([keys[0], keys[0], keys[0], keys[0], expect.any(String)]);
    expect(keys[4]).not.toBe(keys[0]);
  });

  it('names what was refused without its place in the call', async () => {
    const errors = { 'operations[3].body.name': ['is too long'], 'entries[12].hours': ['is too much'] };
    responses = [json(400, { errors })];
    await expect(clientOf().send('POST', '/v1/batch', {})).rejects.toThrow(
      new ApiRefusal(400, 'name: is too long; hours: is too much'),
    );
  });

  it('tells what was refused and why', async () => {
    responses = [
      json(400, { errors: { name: ['is too long'], 'tags[0]': ['must be text', 'must be short'] } }),
    ];
    const refusal = clientOf().send('POST', '/v1/clients', {});
    await expect(refusal).rejects.toThrow(
      new ApiRefusal(400, 'name: is too long; tags[0]: must be text, must be short'),
    );
    expect(seen).toHaveLength(1);
  });

  it.each([401, 403])('stops the import at %i without trying again', async (status) => {
    responses = [json(status, { detail: 'no' })];
    await expect(clientOf().send('GET', '/v1/tags')).rejects.toThrow(ImportFault);
    expect(seen).toHaveLength(1);
  });

  it('does not wait any longer once stopped', async () => {
    responses = [json(429, {}, { 'Retry-After': '60' })];
    const stop = new AbortController();
    const waiting = clientOf(stop.signal).send('GET', '/v1/tags');
    setTimeout(() => stop.abort(), 100);
    await expect(waiting).rejects.toThrow(ImportStopped);
  });

  it('tells the rate limit that a response speaks of, of several the one that leaves the least', async () => {
    const limit = (policy: string, state: string) => ({ 'RateLimit-Policy': policy, RateLimit: state });
    responses = [
      json(200, {}, limit('"user";q=100;w=60', '"user";r=7;t=30')),
      json(200, {}),
      json(200, {}, limit('"user";q=100;w=60, "all";q=900;w=30', '"user";r=7;t=30, "all";r=3;t=20')),
      json(200, {}, limit('"user";q=100', '"user";r=7;t=30')),
    ];
    const limits: RateLimit[] = [];
    const client = clientOf(undefined, 0, { limited: (one) => limits.push(one) });
    const before = performance.now();
    for (const path of ['/v1/tags', '/v1/roles', '/v1/people', '/v1/clients']) await client.send('GET', path);
    expect(limits).toMatchObject([
      { quota: 100, windowMs: 60_000, remaining: 7 },
      { quota: 900, windowMs: 30_000, remaining: 3 },
    ]);
    expect(limits[0]?.resetsAt).toBeGreaterThanOrEqual(before + 30_000);
  });

  it('refuses an address that is none', () => {
    const open = () =>
      new ApiClient({ url: 'localhost:3000', token: 't' }, new RequestGate(new AbortController().signal));
    expect(open).toThrow('"localhost:3000" is not an http or https address.');
  });
});
