import type { Response } from 'express';
import type { BusinessError } from '../errors/index.js';
import type { ApiRequest } from './caller.js';
import { errorBody, failureBody } from './error-body.js';

/**
 * Answers with a refusal. An answer that has begun is broken off, as its status cannot be changed any more.
 * @param refusal null: something failed inside
 */
export function refuse(refusal: BusinessError | null, request: ApiRequest, response: Response): void {
  const { status, body } = refusal ? errorBody(refusal, request.id) : failureBody(request.id);
  if (response.headersSent) response.destroy();
  // The type may be that of a file which was about to be sent.
  else response.status(status).type('json').json(body);
}
