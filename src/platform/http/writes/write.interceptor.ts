import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { UnitOfWork } from '../../database/index.js';
import { currentWrite, isValidation } from '../../writes/current-write.js';
import type { ApiRequest } from '../caller.js';
import { namedWrite } from './idempotency-key.js';
import { IdempotentWrites } from './idempotent-writes.js';
import { writeOptionsOf, type WriteOptions } from './write-options.js';
import { showsSecret, writeRouteOf } from './write-route.js';
import { WriteValidation } from './write-validation.js';

/** Around all interceptors of each write: its key, its preconditions, whether it is only tried. Their answer is kept. */
@Injectable()
export class WriteInterceptor implements NestInterceptor {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly idempotent: IdempotentWrites,
    private readonly validation: WriteValidation,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const route = writeRouteOf(context.getHandler());
    const options = route && writeOptionsOf(http.getRequest<ApiRequest>(), route);
    if (!options) return next.handle();
    const work = (): Promise<unknown> => this.compared(options, next);
    return from(this.run(http.getRequest(), http.getResponse(), context.getHandler(), options, work));
  }

  private run(
    request: ApiRequest,
    response: Response,
    handler: object,
    { isValidation, key }: WriteOptions,
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    if (isValidation) return this.validation.run(work);
    const { caller } = request;
    if (key === undefined || !caller) return this.unitOfWork.run(work);
    return this.idempotent.run(namedWrite(request, caller, key), response, showsSecret(handler), work);
  }

  /** @throws Error when nobody compared the version, so that no precondition is ever ignored */
  private async compared(options: WriteOptions, next: CallHandler): Promise<unknown> {
    const { match, noneMatch } = options;
    const isPlain = match === undefined && noneMatch === undefined;
    const precondition = isPlain ? undefined : { match, noneMatch, isCompared: false };
    const write = { precondition, isValidation: options.isValidation || isValidation() };
    const result = await currentWrite.run(write, () =>
      lastValueFrom<unknown, undefined>(next.handle(), { defaultValue: undefined }),
    );
    if (precondition && !precondition.isCompared) {
      throw new Error('A use case compares no version: call versionMustMatch with the locked record.');
    }
    return result;
  }
}
