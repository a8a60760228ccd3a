import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RawConnection, type RawAnswer } from '../../support/requests/raw-connection.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';

const TIMEOUT_SECONDS = 1;
/** How much later than that a busy machine may be. */
const SPARE_SECONDS = 4;

/** What clients do that speak another HTTP than ours, or speak it slowly. */
describe('a connection', () => {
  let application: TestApplication;

  beforeAll(async () => {
    application = await createTestApplication({
      settings: { REQUEST_TIMEOUT_SECONDS: `${TIMEOUT_SECONDS}` },
    });
  });
  afterAll(() => application.close());

  const answersTo = async (...lines: string[]): Promise<RawAnswer[]> => {
    const connection = await RawConnection.to(application.url);
    connection.send(...lines);
    return connection.answers();
  };
  const codesOf = (answers: readonly RawAnswer[]) => answers.map(({ status, body }) => [status, body.code]);
  const key = (): string => `X-API-KEY: ${application.token}`;
  const json = 'Content-Type: application/json';

  const expectOneRefusal = (answers: readonly RawAnswer[], status: number, code: string): void => {
    expect(codesOf(answers)).toEqual([[status, code]]);
    const [{ headers, body }] = answers as [RawAnswer];
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(headers.get('Connection')).toBe('close');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Request-Id')).toBe(body.request_id);
  };

  it.each([
    ['with two Host headers', ['GET /v1/me HTTP/1.1', 'Host: a', 'host: b']],
    ['with the same Host twice', ['GET /v1/me HTTP/1.1', 'Host: a', 'Host: a']],
    ['without Host', ['GET /v1/me HTTP/1.1']],
    ['with two Host headers for its health', ['GET /health/live HTTP/1.1', 'Host: a', 'Host: b']],
    ['with two Host headers for its readiness', ['GET /health/ready HTTP/1.1', 'Host: a', 'Host: b']],
    ['with two lengths', ['POST /v1/tags HTTP/1.1', 'Host: a', 'Content-Length: 2', 'Content-Length: 3']],
    [
      'with length and chunks',
      ['POST /v1/tags HTTP/1.1', 'Host: a', 'Content-Length: 2', 'Transfer-Encoding: chunked'],
    ],
    ['with an unknown coding', ['POST /v1/tags HTTP/1.1', 'Host: a', 'Transfer-Encoding: rot13']],
    ['that asks for a tunnel', ['CONNECT example.com:443 HTTP/1.1', 'Host: example.com:443']],
    ['with an unknown method', ['NONSENSE /v1/me HTTP/1.1', 'Host: a']],
  ])('that brings a request %s gets 400 request.invalid, and ends', async (_title, lines) => {
    expectOneRefusal(await answersTo(...lines, 'Connection: close', '', ''), 400, 'request.invalid');
  });

  it('that expects anything but 100-continue gets 417 request.unknown_expectation', async () => {
    const head = ['GET /v1/me HTTP/1.1', 'Host: a', key(), 'Connection: close'];
    expectOneRefusal(await answersTo(...head, 'Expect: tea', '', ''), 417, 'request.unknown_expectation');
    // An HTTP/1.0 client cannot expect anything.
    const old = await answersTo('GET /v1/me HTTP/1.0', key(), 'Expect: tea', '', '');
    expect(old.map(({ status }) => status)).toEqual([200]);
  });

  it.each([
    ['a head', () => ['GET /v1/me HTTP/1.1', 'Host: a', 'X-Slow: ']],
    ['a body', () => ['POST /v1/tags HTTP/1.1', 'Host: a', key(), json, 'Content-Length: 1000', '', '{']],
    [
      'a body in chunks',
      () => ['POST /v1/tags HTTP/1.1', 'Host: a', key(), json, 'Transfer-Encoding: chunked', '', '3e8', '{'],
    ],
  ])(
    'that sends %s a byte at a time gets 408 request.timeout after REQUEST_TIMEOUT_SECONDS, and ends',
    async (_what, lines) => {
      const connection = await RawConnection.to(application.url);
      const began = performance.now();
      connection.send(...lines());
      const dripping = setInterval(() => connection.send(' '), 50);
      const answers = await connection.answers();
      clearInterval(dripping);
      const seconds = (performance.now() - began) / 1000;
      expectOneRefusal(answers, 408, 'request.timeout');
      expect(answers[0]?.body).toMatchObject({ title: 'Request Timeout', detail: expect.any(String) });
      expect(seconds).toBeGreaterThanOrEqual(TIMEOUT_SECONDS);
      expect(seconds).toBeLessThan(TIMEOUT_SECONDS + SPARE_SECONDS);
    },
  );

  it('that says nothing is closed without a word', async () => {
    expect(await (await RawConnection.to(application.url)).answers()).toEqual([]);
  });

  it('that takes nothing of its answers is closed', async () => {
    const server: Server = application.app.getHttpServer();
    const taken = once(server, 'connection');
    const deaf = await RawConnection.to(application.url);
    const [socket] = (await taken) as [Socket];
    deaf.socket.pause();
    // More than the buffers of the system hold.
    deaf.send(['GET /openapi.json HTTP/1.1', 'Host: a', '', ''].join('\r\n').repeat(200));
    await once(socket, 'close');
    expect(socket.bytesWritten).toBeGreaterThan(0);
  });

  it('on which nonsense follows a request gets the answer to the request, and none that could be taken for it', async () => {
    const request = [
      'POST /v1/tags HTTP/1.1',
      'Host: a',
      key(),
      json,
      'Content-Length: 22',
      '',
      '{"name":"First of two"',
    ];
    const answers = await answersTo(...request.slice(0, -1), '{"name":"Before that"}NONSENSE', '', '');
    expect(answers.map(({ status, body }) => [status, body.name])).toEqual([[201, 'Before that']]);
  });
});
