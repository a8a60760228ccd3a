import type { NextFunction, RequestHandler, Response } from 'express';
import type { ApiRequest } from './caller.js';

export type Handler = (request: ApiRequest, response: Response, next: NextFunction) => void | Promise<void>;

/**
 * Several middlewares as one. Between two of them Express looks at the path again, makes three functions and a
 * promise, and restores the path, which costs more than most of them do.
 */
export const inTurn = (...handlers: readonly Handler[]): RequestHandler => {
  return (request, response, next) => {
    let reached = 0;
    const step = (error?: unknown): void => {
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
