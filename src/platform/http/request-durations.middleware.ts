import type { NextFunction, Request, Response } from 'express';
import type { RequestDurations } from '../metrics/request-durations.js';
import { templateOf } from './known-routes.js';

// As nginx counts them.
const CLIENT_WENT_AWAY = 499;

/** Measures every request, also those that are refused before a route is looked for. */
export const measureRequests =
  (durations: RequestDurations) =>
  (request: Request, response: Response, next: NextFunction): void => {
    const began = performance.now();
    const { path } = request;
    response.once('close', () => {
      durations.add({
        method: request.method,
        route: templateOf(request, path),
        status: response.writableFinished ? response.statusCode : CLIENT_WENT_AWAY,
        seconds: (performance.now() - began) / 1000,
      });
    });
    next();
  };
