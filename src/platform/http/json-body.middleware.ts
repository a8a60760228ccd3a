import { json, type NextFunction, type RequestHandler, type Response } from 'express';
import { BusinessError } from '../errors/index.js';
import type { ApiRequest } from './caller.js';

export const MAX_BODY = '1 MiB';

const parse: RequestHandler = json({ limit: 1024 * 1024, strict: true });

/** Reads JSON bodies; everything else is refused, because a body that is silently ignored is a lost write. */
export function readJsonBody(request: ApiRequest, response: Response, next: NextFunction): void {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
  if (hasBody && !request.is('application/json')) {
    next(
      new BusinessError(
        'unsupported_media_type',
        'request.unsupported_media_type',
        'The body must be JSON: send the header Content-Type: application/json.',
      ),
    );
    return;
  }
  parse(request, response, next);
}
