import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { responseUnderWay } from '../../server/index.js';

/** Longer than the idle time of load balancers, which would send into a closing connection. */
const KEEP_ALIVE_MS = 65_000;
/** After the request timeout, so that a slow request still gets its response. */
const SPARE_MS = 2000;

export const serverOptions: ServerOptions = {
  connectionsCheckingInterval: 500,
  // Node's own refusal would have no body.
  requireHostHeader: false,
};

/** Bounds connections with incomplete requests, without requests, and with responses that are not read. */
export function limitConnections(server: Server, requestSeconds: number): void {
  const requestMs = requestSeconds * 1000;
  server.requestTimeout = requestMs;
  server.headersTimeout = requestMs;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.setTimeout(requestMs + SPARE_MS, (socket: Socket) => {
    const isWorkedOn = responseUnderWay(socket) !== null && socket.writableLength === 0;
    if (!isWorkedOn) socket.destroy();
  });
}
