import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import type { BulkOutcome } from '../../bulk/index.js';
import { BusinessError } from '../../errors/index.js';
import type { ApiRequest } from '../caller.js';
import { errorBody } from '../errors/error-body.js';

/** 207 where each entry has a status of its own. */
@Injectable()
export class BulkResultsInterceptor implements NestInterceptor<BulkOutcome<unknown>, object> {
  intercept(context: ExecutionContext, next: CallHandler<BulkOutcome<unknown>>): Observable<object> {
    const http = context.switchToHttp();
    const { id } = http.getRequest<ApiRequest>();
    return next.handle().pipe(
      map(({ mode, results }) => {
        if (mode === 'each') http.getResponse<Response>().status(207);
        return {
          results: results.map((result) =>
            result instanceof BusinessError
              ? errorBody(result, id)
              : { status: result.isNew ? 201 : 200, body: result.body },
          ),
        };
      }),
    );
  }
}
