import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { mergeMap, type Observable } from 'rxjs';
import type { ApiRequest } from '../caller.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import { RequestCount } from '../rate-limit/request-count.js';
import { userOf } from './browser.js';

/** Who turns out to be signed in counts as a user, as with a token: many of them may share an address. */
@Injectable()
export class SignedInInterceptor implements NestInterceptor {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly counts: RequestCount,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<ApiRequest>(), http.getResponse<Response>()];
    return next.handle().pipe(
      mergeMap(async (result: unknown) => {
        const user = userOf(response);
        if (user !== undefined) await this.count(user, request, response);
        return result;
      }),
    );
  }

  /** @throws BusinessError 429 */
  private async count(user: string, request: ApiRequest, response: Response): Promise<void> {
    await this.limiter.giveBackAddress(request);
    await this.counts.judge(await this.limiter.count(this.limiter.ofPages(user)), 1, request, response);
  }
}
