import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Response } from 'express';
import { invalid, type BusinessError } from '../../errors/index.js';
import { hasEarlyResponse, responseUnderWay } from '../../server/index.js';
import { newId } from '../../values/index.js';
import type { ApiRequest } from '../caller.js';
import { errorBody } from '../errors/error-body.js';
import { refuse } from '../errors/refuse.js';
import { requestTimeout } from '../errors/request-refusals.js';

/** How long a refused client may go on sending: an earlier close would reset the connection and lose the response. */
const LINGER_MS = 1000;

/** In the form of every other refusal. Only requests with a faulty body reach the application. */
export function refuseMalformedRequests(server: Server, seconds: number): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) socket.destroy();
    else refuseOn(socket, refusalOf(error, seconds));
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', ignore);
    respond(socket, invalid({ request: ['must not ask for a tunnel'] }));
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
    if (hasEarlyResponse(socket)) socket.destroy();
    else respond(socket, refusal);
    return;
  }
  // After a complete request the fault is in what follows: a response could be taken for that of the request.
  if (!response.headersSent) response.setHeader('Connection', 'close');
  else response.once('close', () => socket.destroySoon());
  if (!response.req.complete) refuse(refusal, response.req as ApiRequest, response);
}

function respond(socket: Socket, refusal: BusinessError): void {
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
