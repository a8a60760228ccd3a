import type { NextFunction, Request, Response } from 'express';
import type { RequestDurations } from '../../metrics/request-durations.js';

// As in nginx.
const CLIENT_WENT_AWAY = 499;

export const measureRequests =
  (durations: RequestDurations) =>
  (request: Request, response: Response, next: NextFunction): void => {
    const began = performance.now();
    response.once('close', () => {
      durations.add({
        method: request.method,
        route: (request.route as { readonly path: string } | undefined)?.path,
        status: response.writableFinished ? response.statusCode : CLIENT_WENT_AWAY,
        seconds: (performance.now() - began) / 1000,
      });
    });
    next();
  };
