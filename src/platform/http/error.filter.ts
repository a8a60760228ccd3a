import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { BusinessError, invalid, notFound } from '../errors/index.js';
import type { ApiRequest } from './caller.js';
import { errorBody, failureBody } from './error-body.js';
import { MAX_BODY } from './json-body.middleware.js';
import { methodsOf } from './known-routes.js';

/** The only place where an error becomes an answer. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<ApiRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    const refusal = error instanceof BusinessError ? error : refusalOf(error, request, response);
    if (!refusal) this.logger.error({ err: error, requestId: request.id }, 'A request failed inside');
    const { status, body } = refusal ? errorBody(refusal, request.id) : failureBody(request.id);
    if (response.headersSent) response.destroy();
    else response.status(status).json(body);
  }
}

/** What Express and Nest refuse before a controller is reached; null for everything that is our own failure. */
function refusalOf(error: unknown, request: ApiRequest, response: Response): BusinessError | null {
  if (!(error instanceof HttpException)) return null;
  switch (error.getStatus()) {
    case 400:
      return error.cause instanceof URIError
        ? invalid({ path: ['must be percent-encoded UTF-8'] })
        : invalid({ body: ['must be well-formed JSON'] });
    case 403:
      return invalid({ body: ['must be UTF-8'] });
    case 404:
      return unknownRoute(request, response);
    case 413:
      return new BusinessError(
        'too_large',
        'request.too_large',
        `The body must not be larger than ${MAX_BODY}.`,
      );
    case 415:
      return new BusinessError(
        'unsupported_media_type',
        'request.unsupported_encoding',
        'The body must be JSON in UTF-8, plain or compressed with gzip, deflate or br.',
      );
    default:
      return null;
  }
}

function unknownRoute(request: ApiRequest, response: Response): BusinessError {
  const methods = methodsOf(request.app, request.path);
  if (methods.length === 0) return notFound('request.unknown_path', `There is nothing at ${request.path}.`);
  response.setHeader('Allow', methods.join(', '));
  return new BusinessError(
    'method_not_allowed',
    'request.method_not_allowed',
    `${request.method} is not possible here: use ${methods.join(' or ')}.`,
  );
}
