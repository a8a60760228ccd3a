import type { NextFunction, RequestHandler, Response } from 'express';
import { BusinessError } from '../../errors/index.js';
import type { ApiRequest } from '../caller.js';
import { refuse } from '../errors/refuse.js';

export type Handler = (request: ApiRequest, response: Response, next: NextFunction) => void | Promise<void>;

/** What Express does between two middlewares costs more than most of them. */
export const composeMiddleware = (...handlers: readonly Handler[]): RequestHandler => {
  return (request, response, next) => {
    let reached = 0;
    const step = (error?: unknown): void => {
      // Express would search every route for an error handler.
      if (error instanceof BusinessError) {
        refuse(error, request as ApiRequest, response);
        return;
      }
      const handler = error ? undefined : handlers[reached++];
      if (!handler) {
        next(error);
        return;
      }
      try {
        handler(request as ApiRequest, response, step)?.catch(next);
      } catch (fault) {
        next(fault);
      }
    };
    step();
  };
};

/** Not for a request within another one. */
export const ofOutside =
  (handler: RequestHandler): RequestHandler =>
  (request, response, next) => {
    if ((request as ApiRequest).internal) next();
    else void handler(request, response, next);
  };
