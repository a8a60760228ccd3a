import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { SETTINGS } from '../../config/settings.js';
import type { ApiRequest } from '../caller.js';
import {
  requestForeignOrigin,
  requestHttpsNeeded,
  requestUnsupportedMediaType,
} from '../errors/request-refusals.js';
import { isSafeOnTheWay, originOf, type WebSettings } from './web-address.js';

/** Refuses what pages of other sites can make a browser send, with the cookies of this one or without. */
@Injectable()
export class BrowserGuard implements CanActivate {
  private readonly origin: string;
  private readonly isSafe: boolean;

  constructor(@Inject(SETTINGS) settings: WebSettings) {
    this.origin = originOf(settings);
    this.isSafe = isSafeOnTheWay(settings);
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    // Browsers leave it out where the address is neither https nor on this machine.
    const site = request.get('sec-fetch-site') ?? 'same-origin';
    if (request.get('origin') !== this.origin || site !== 'same-origin')
      throw requestForeignOrigin(this.origin);
    if (!this.isSafe) throw requestHttpsNeeded();
    // A form can be sent without a question to the server, JSON cannot.
    if (!/^application\/json\b/i.test(request.get('content-type') ?? '')) throw requestUnsupportedMediaType();
    return true;
  }
}
