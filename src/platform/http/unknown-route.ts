import type { NextFunction, Response } from 'express';
import type { BusinessError } from '../errors/index.js';
import type { ApiRequest } from './caller.js';
import { methodsOf } from './known-routes.js';
import { requestMethodNotAllowed, requestUnknownPath } from './request-refusals.js';

/** Refuses what no route has answered. */
export function refuseUnknownRoute(request: ApiRequest, response: Response, next: NextFunction): void {
  next(refusalOf(request, response));
}

function refusalOf(request: ApiRequest, response: Response): BusinessError {
  const methods = methodsOf(request.app, request.path);
  const isPossible = methods.includes(request.method === 'HEAD' ? 'GET' : request.method);
  if (methods.length === 0 || isPossible) return requestUnknownPath(request.path);
  response.setHeader('Allow', methods.join(', '));
  return requestMethodNotAllowed(request.method, methods);
}
