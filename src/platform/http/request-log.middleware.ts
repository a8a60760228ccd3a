import type { NextFunction, Response } from 'express';
import type { ApiRequest } from './caller.js';
import { currentRequest, type RootLogger } from './logging.js';

/**
 * Writes one line for each request when it has ended, and gives what is logged meanwhile the id of the request. A
 * logger of its own for each request would cost as much as its route does.
 */
export const logRequests =
  (logger: RootLogger) =>
  (request: ApiRequest, response: Response, next: NextFunction): void => {
    const began = Date.now();
    const write = (fault?: Error): void => {
      response.off('close', write).off('error', write);
      const ended = { reqId: request.id, req: request, res: response };
      const responseTime = Date.now() - began;
      if (fault || response.statusCode >= 500) {
        const err = fault ?? new Error(`failed with status code ${response.statusCode}`);
        logger.info({ ...ended, err, responseTime }, 'request errored');
      } else {
        const isComplete = !request.readableAborted && response.writableEnded;
        logger.info({ ...ended, responseTime }, isComplete ? 'request completed' : 'request aborted');
      }
    };
    response.on('close', write).on('error', write);
    currentRequest.run(request, next);
  };
