import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { tap, type Observable } from 'rxjs';
import type { ApiRequest } from '../caller.js';

/** Tells where a created resource is: below the path by its id, or, of what has none, at the path itself. */
@Injectable()
export class LocationInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<{ id?: string }>): Observable<{ id?: string }> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const path = request.path.replace(/\/$/, '');
    return next
      .handle()
      .pipe(tap(({ id }) => response.setHeader('Location', id === undefined ? path : `${path}/${id}`)));
  }
}
