import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ImportFault, ImportStopped } from '../import-fault.js';
import { ApiClient } from './api.client.js';
import { ApiRefusal } from './api.errors.js';
import { RequestGate } from './request-gate.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end(JSON.stringify(body));
const hangUp: Answer = (request) => void request.socket.destroy();

let server: Server;
let answers: Answer[] = [];
let seen: { at: number; token: unknown }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push({ at: Date.now(), token: request.headers['x-api-key'] });
    (answers.shift() ?? json(200, { ok: true }))(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  answers = [];
  seen = [];
});

function clientOf(stop = new AbortController().signal, tries = 3) {
  const { port } = server.address() as AddressInfo;
  return new ApiClient({ url: `http://127.0.0.1:${port}/`, token: 'secret', tries }, new RequestGate(stop));
}

describe('the API client', () => {
  it('sends the token and gives the body', async () => {
    expect(await clientOf().send('GET', '/v1/me')).toEqual({ ok: true });
    expect(seen[0]?.token).toBe('secret');
  });

  it('waits as long as Retry-After says, with all requests', async () => {
    answers = [json(429, { error: 'slow down' }, { 'Retry-After': '1' })];
    const client = clientOf();
    const first = client.send('GET', '/v1/tags');
    while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await Promise.all([first, client.send('GET', '/v1/roles')]);
    const [refused, ...later] = seen.map(({ at }) => at);
    expect(later).toHaveLength(2);
    for (const at of later) expect(at - (refused ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('tries again after 503 and after a lost answer', async () => {
    answers = [json(503, {}), hangUp];
    expect(await clientOf().send('POST', '/v1/clients', { name: 'A' })).toEqual({ ok: true });
    expect(seen).toHaveLength(3);
  });

  it('remembers with a refusal that an earlier try may have been carried out', async () => {
    answers = [hangUp, json(409, { detail: 'Name in use' })];
    const refusal = await clientOf()
      .send('POST', '/v1/clients', {})
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 409, wasUncertain: true, message: 'Name in use' });
  });

  it('gives up on an API that stays away, in one sentence', async () => {
    answers = [hangUp, hangUp];
    const given = clientOf(undefined, 2).send('GET', '/v1/tags');
    await expect(given).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:\d+ does not answer \(GET \/v1\/tags: \w+\)\.$/,
    );
  });

  it('tells what was refused and why', async () => {
    answers = [
      json(400, { errors: { name: ['is too long'], 'tags[0]': ['must be text', 'must be short'] } }),
    ];
    const refusal = clientOf().send('POST', '/v1/clients', {});
    await expect(refusal).rejects.toThrow(
      new ApiRefusal(400, 'name: is too long; tags[0]: must be text, must be short'),
    );
    expect(seen).toHaveLength(1);
  });

  it.each([401, 403])('stops the import at %i without trying again', async (status) => {
    answers = [json(status, { detail: 'no' })];
    await expect(clientOf().send('GET', '/v1/tags')).rejects.toThrow(ImportFault);
    expect(seen).toHaveLength(1);
  });

  it('does not wait any longer once stopped', async () => {
    answers = [json(429, {}, { 'Retry-After': '60' })];
    const stop = new AbortController();
    const waiting = clientOf(stop.signal).send('GET', '/v1/tags');
    setTimeout(() => stop.abort(), 100);
    await expect(waiting).rejects.toThrow(ImportStopped);
  });

  it('refuses an address that is none', () => {
    const open = () =>
      new ApiClient({ url: 'localhost:3000', token: 't' }, new RequestGate(new AbortController().signal));
    expect(open).toThrow('"localhost:3000" is not an http or https address.');
  });
});
