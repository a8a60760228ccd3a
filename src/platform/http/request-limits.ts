import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { responseUnderWay } from '../server/index.js';

/** Longer than the idle time of common load balancers, which would otherwise send into a closing connection. */
const KEEP_ALIVE_MS = 65_000;
/** After the time of a request: while it is under way, its answer says that it took too long. */
const SPARE_MS = 2000;

/** What can only be said when the server is made. */
export const serverOptions: ServerOptions = {
  // How often slow requests are looked for.
  connectionsCheckingInterval: 500,
  // Node would refuse a request without one with an answer that has no body.
  requireHostHeader: false,
};

/**
 * Bounds how long clients can hold a connection: with a request that does not come whole, without one, and with an
 * answer of which they take nothing.
 */
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
