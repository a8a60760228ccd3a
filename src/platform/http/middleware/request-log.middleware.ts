import { isIP } from 'node:net';
import type { NextFunction, Response } from 'express';
import { currentRequest, type RequestTrace, type RootLogger } from '../../logging/index.js';
import type { ApiRequest } from '../caller.js';
import type { KnownRoutes } from '../unknown-routes/known-routes.js';
import { loggedPath } from './logged-path.js';

/** One line per request, at its end. A logger of its own for each would cost as much as its route. */
export const logRequests =
  (logger: RootLogger, routes: KnownRoutes) =>
  (request: ApiRequest, response: Response, next: NextFunction): void => {
    const began = performance.now();
    const trace: RequestTrace = {
      reqId: request.id,
      organizationId: undefined,
      userId: undefined,
      tokenId: undefined,
      sessionId: undefined,
      address: addressOf(request),
      isAnswered: () => response.writableEnded,
    };
    const write = (fault?: Error): void => {
      response.off('close', write).off('error', write);
      const ended = {
        ...trace,
        req: { id: request.id, method: request.method, path: loggedPath(request, routes) },
        res: { status: response.statusCode },
        responseTime: Math.round(performance.now() - began),
      };
      if (fault || response.statusCode >= 500) {
        const err = fault ?? new Error(`failed with status code ${response.statusCode}`);
        logger.info({ ...ended, err }, 'request errored');
      } else {
        const isComplete = !request.readableAborted && response.writableEnded;
        logger.info(ended, isComplete ? 'request completed' : 'request aborted');
      }
    };
    response.on('close', write).on('error', write);
    currentRequest.run(trace, next);
  };

// Read early: a closed connection has no address. A proxy's header may hold anything.
function addressOf({ ip = '' }: ApiRequest): string | undefined {
  // The zone of an IPv6 address can be any word.
  const [whole = ''] = ip.split('%', 1);
  const address = whole.startsWith('::ffff:') ? whole.slice('::ffff:'.length) : whole;
  return isIP(address) > 0 ? address : undefined;
}
