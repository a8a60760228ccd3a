import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Clock } from '../../values/index.js';
import type { ApiRequest } from '../caller.js';
import { sessionReauthenticationRequired } from '../errors/request-refusals.js';
import { needsRecentSignIn, RECENT_SIGN_IN_MINUTES } from '../routes/recent-sign-in.js';

const RECENT_MS = RECENT_SIGN_IN_MINUTES * 60_000;

/** Who finds a browser open must not give themselves access that lasts. */
@Injectable()
export class RecentSignInGuard implements CanActivate {
  constructor(private readonly clock: Clock) {}

  canActivate(context: ExecutionContext): boolean {
    const { caller } = context.switchToHttp().getRequest<ApiRequest>();
    if (!caller?.session || ![context.getHandler(), context.getClass()].some(needsRecentSignIn)) return true;
    if (this.clock.now().getTime() - caller.session.signedInAt.getTime() < RECENT_MS) return true;
    throw sessionReauthenticationRequired();
  }
}
