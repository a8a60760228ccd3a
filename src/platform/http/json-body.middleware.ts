import { isUtf8 } from 'node:buffer';
import { json, type NextFunction, type RequestHandler, type Response } from 'express';
import { BusinessError } from '../errors/index.js';
import type { ApiRequest } from './caller.js';

export const MAX_BODY = '1 MiB';

const parse: RequestHandler = json({
  limit: 1024 * 1024,
  // Text, numbers and null are JSON too: that they are no object is said by the validation.
  strict: false,
  // Decoding would silently replace what is no UTF-8. The error filter sees this refusal as 403.
  verify: (_request, _response, body) => {
    if (!isUtf8(body)) throw new Error('not UTF-8');
  },
});

const isJson = (request: ApiRequest): boolean =>
  Boolean(request.is('application/json')) &&
  !/charset=(?!"?utf-8"?\s*(;|$))/i.test(request.get('content-type') ?? '');

/** Reads JSON bodies; everything else is refused, because a body that is silently ignored is a lost write. */
export function readJsonBody(request: ApiRequest, response: Response, next: NextFunction): void {
  const { 'transfer-encoding': encoding, 'content-length': length } = request.headers;
  if (encoding === undefined && length === undefined) {
    next();
    return;
  }
  const hasBody = encoding !== undefined || Number(length) > 0;
  if (hasBody && !isJson(request)) {
    next(
      new BusinessError(
        'unsupported_media_type',
        'request.unsupported_media_type',
        'The body must be JSON: send it in UTF-8 with the header Content-Type: application/json.',
      ),
    );
    return;
  }
  parse(request, response, next);
}
