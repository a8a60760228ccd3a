import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, it } from '@jest/globals';
import express, { type RequestHandler } from 'express';
import type { ApiRequest } from '../caller.js';
import { internalRequest, internalResponse, type InternalResult } from './internal-messages.js';

function mustHold(holds: boolean, what: string): void {
  if (!holds)
    throw new Error(
      `Node or Express has changed: ${what}. See src/platform/http/internal-requests/README.md.`,
    );
}

function messages() {
  const outer = new IncomingMessage(new Socket()) as ApiRequest;
  const results: InternalResult[] = [];
  const asked = { method: 'GET', path: '/kites?a=1', headers: { 'x-own': 'kept' } };
  const fail = (error: unknown): void => {
    throw error;
  };
  const request = internalRequest(asked, outer, fail);
  const response = internalResponse(request, new ServerResponse(outer), (result) => results.push(result));
  return { request, response, results };
}

describe('of what messages within a request rest on', () => {
  it('IncomingMessage is made of a socket, and keeps what is put on it', () => {
    const { headers, method, url, complete } = messages().request;
    mustHold(
      JSON.stringify([headers, method, url, complete]) ===
        '[{"host":"internal","x-own":"kept"},"GET","/kites?a=1",true]',
      'an IncomingMessage does not keep its headers, method, url and complete as they are set',
    );
  });

  it('ServerResponse is made of a request, and keeps headers with their names', () => {
    const { response, results } = messages();
    response.setHeader('X-Own', 'kept').end();
    mustHold(
      JSON.stringify(results.map(({ status, headers }) => [status, headers])) === '[[200,{"X-Own":"kept"}]]',
      'a ServerResponse without a connection has other headers than those that are set',
    );
  });

  it('a response that has ended says so, and ends once', () => {
    const { response, results } = messages();
    response.end('"a"').end('"b"');
    mustHold(
      response.headersSent && response.finished,
      'headersSent and finished of a response cannot be set: filters of Nest would answer again',
    );
    mustHold(results.length === 1, 'a response ends a second time');
  });

  it.each<[string, RequestHandler, string]>([
    ['json', (_, response) => void response.json({ a: 1 }), '{"a":1}'],
    ['send', (_, response) => void response.send('text'), '"text"'],
    ['write and end', (_, response) => void (response.type('json').write('[1'), response.end(']')), '[1]'],
  ])('Express answers with %s through the members of the response', async (name, handler, body) => {
    const { request, response, results } = messages();
    const app = express().get('/kites', handler);
    const ended = once(response, 'finish', { signal: AbortSignal.timeout(5000) });
    app(request as never, response as never, () => undefined);
    await ended.catch(() => undefined);
    mustHold(
      results[0]?.body.toString() === body,
      `Express does not call what ${name} of a response is made of: the answer is ${String(results[0]?.body)}`,
    );
  });
});
