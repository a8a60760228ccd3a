import { Catch, Inject, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { SETTINGS } from '../../config/settings.js';
import { BusinessError, UnavailableError } from '../../errors/index.js';
import type { ApiRequest } from '../caller.js';
import { placeOf } from './browser.js';
import type { WebSettings } from './web-address.js';

/** A person looks at the answer: the page to sign in says what was refused, by its code, and in which request, and leads on to where they were going. */
@Catch(BusinessError)
export class RefusedNavigationFilter implements ExceptionFilter<BusinessError> {
  private readonly logger = new Logger(RefusedNavigationFilter.name);
  private readonly page: string;

  constructor(@Inject(SETTINGS) { PUBLIC_URL }: WebSettings) {
    this.page = `${PUBLIC_URL}/app/sign-in`;
  }

  catch(refusal: BusinessError, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const { id } = http.getRequest<ApiRequest>();
    if (refusal instanceof UnavailableError)
      this.logger.warn({ err: refusal.cause, requestId: id }, `Refused with ${refusal.code}`);
    const response = http.getResponse<Response>();
    const place = placeOf(response);
    const returnTo = place && `&return_to=${encodeURIComponent(place)}`;
    response.redirect(303, `${this.page}?error=${refusal.code}&request_id=${id}${returnTo}`);
  }
}
