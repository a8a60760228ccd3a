import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Response } from 'express';
import { invalid, type BusinessError } from '../errors/index.js';
import { isAnsweredEarly, responseUnderWay } from '../server/index.js';
import { newId } from '../values/index.js';
import type { ApiRequest } from './caller.js';
import { errorBody } from './error-body.js';
import { refuse } from './refuse.js';
import { requestTimeout } from './request-refusals.js';

/** How long a refused client may go on sending: a connection that is closed while it does is reset, and the answer lost. */
const LINGER_MS = 1000;

/**
 * Answers what is no HTTP, or does not come whole in time, in the form of every other refusal. None of it reaches the
 * application, but for requests whose body is at fault.
 * @param seconds how long a request may take
 */
export function refuseMalformedRequests(server: Server, seconds: number): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) socket.destroy();
    else refuseOn(socket, refusalOf(error, seconds));
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', ignore);
    answer(socket, invalid({ request: ['must not ask for a tunnel'] }));
  });
}

function refusalOf({ code }: NodeJS.ErrnoException, seconds: number): BusinessError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return requestTimeout(seconds);
    case 'HPE_HEADER_OVERFLOW':
      return invalid({ request: ['must have smaller headers'] });
    default:
      return invalid({ request: ['must be well-formed HTTP/1.1'] });
  }
}

function refuseOn(socket: Socket, refusal: BusinessError): void {
  const response = responseUnderWay(socket) as Response | null;
  if (!response) {
    if (isAnsweredEarly(socket)) socket.destroy();
    else answer(socket, refusal);
    return;
  }
  // Where the request under way came whole, the fault is in what follows it: that gets no answer, lest it be taken for
  // the answer to the one before.
  if (!response.headersSent) response.setHeader('Connection', 'close');
  else response.once('close', () => socket.destroySoon());
  if (!response.req.complete) refuse(refusal, response.req as ApiRequest, response);
}

function answer(socket: Socket, refusal: BusinessError): void {
  const id = newId();
  const { status, body } = errorBody(refusal, id);
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${id}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
  socket.removeAllListeners('data').on('data', ignore).resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

const ignore = (): void => undefined;
