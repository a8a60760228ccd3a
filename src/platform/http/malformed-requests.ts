import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { invalid } from '../errors/index.js';
import { newId } from '../values/index.js';
import { errorBody } from './error-body.js';

/** Answers what is no HTTP, and so never reaches the application, in the form of every other refusal. */
export function refuseMalformedRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const id = newId();
    const message =
      error.code === 'HPE_HEADER_OVERFLOW' ? 'must have smaller headers' : 'must be well-formed HTTP/1.1';
    const body = JSON.stringify(errorBody(invalid({ request: [message] }), id).body);
    const head = [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${id}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}
