import type { NextFunction, Response } from 'express';
import { newId } from '../../values/index.js';
import type { ApiRequest } from '../caller.js';

/** A client's own id is kept when it is short and harmless. */
export function assignRequestId(request: ApiRequest, response: Response, next: NextFunction): void {
  const sent = request.headers['x-request-id'];
  request.id = typeof sent === 'string' && /^[\w.:-]{1,64}$/.test(sent) ? sent : newId();
  response.setHeader('X-Request-Id', request.id);
  next();
}
