import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { availabilityRefusal, isRetryable, translateDatabaseError } from '../../database/index.js';
import { BusinessError, UnavailableError } from '../../errors/index.js';
import type { ApiRequest } from '../caller.js';
import { refusalOfException } from './http-exception.js';
import { RelayedRefusal } from './relayed-refusal.js';
import { refuse } from './refuse.js';

/** The only place where an error becomes a response, unless a filter of `APP_FILTER` takes it first. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<ApiRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    if (error instanceof RelayedRefusal) {
      response.status(error.status).set(error.headers).json(error.body);
      return;
    }
    const refusal = refusalOf(translateDatabaseError(error)) ?? putOffOf(error, request);
    if (request.internal && (!refusal || isRetryable(error))) {
      request.internal.fail(error);
      return;
    }
    if (!refusal || (error instanceof HttpException && error.getStatus() >= 500)) {
      this.logger.error({ err: error, requestId: request.id }, 'A request failed inside');
    }
    if (refusal instanceof UnavailableError) this.putOff(refusal, request, response);
    if (refusal && !response.headersSent) response.set(refusal.headers);
    refuse(refusal, request, response);
  }

  private putOff(refusal: UnavailableError, { id }: ApiRequest, response: Response): void {
    this.logger.warn({ err: refusal.cause, requestId: id }, `Refused with ${refusal.code}`);
    if (!response.headersSent) response.setHeader('Retry-After', refusal.retryAfterSeconds);
  }
}

/** Of statements that TypeORM has sent outside of a unit of work. Those of an internal request fail its unit. */
function putOffOf(error: unknown, { internal, method }: ApiRequest): UnavailableError | null {
  if (internal) return null;
  return availabilityRefusal(error, ['GET', 'HEAD'].includes(method) ? 'nothing' : 'unknown') ?? null;
}

function refusalOf(error: unknown): BusinessError | null {
  if (error instanceof BusinessError) return error;
  return error instanceof HttpException ? refusalOfException(error) : null;
}
