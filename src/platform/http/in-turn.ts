import type { NextFunction, RequestHandler, Response } from 'express';
import { BusinessError } from '../errors/index.js';
import type { ApiRequest } from './caller.js';
import { refuse } from './refuse.js';

export type Handler = (request: ApiRequest, response: Response, next: NextFunction) => void | Promise<void>;

/**
 * Several middlewares as one. Between two of them Express looks at the path again, makes three functions and a
 * promise, and restores the path, which costs more than most of them do.
 */
export const inTurn = (...handlers: readonly Handler[]): RequestHandler => {
  return (request, response, next) => {
    let reached = 0;
    const step = (error?: unknown): void => {
      // Express would look at every route for one that handles errors.
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
