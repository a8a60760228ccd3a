import type { Response } from 'express';
import type { BusinessError } from '../../errors/index.js';
import type { ApiRequest } from '../caller.js';
import { errorBody, failureBody } from './error-body.js';

/** Destroys a response that has begun. @param refusal null: an internal error */
export function refuse(refusal: BusinessError | null, request: ApiRequest, response: Response): void {
  const { status, body } = refusal ? errorBody(refusal, request.id) : failureBody(request.id);
  if (response.headersSent) response.destroy();
  // The type may be that of a file that was to be sent.
  else response.status(status).type('json').json(body);
}
