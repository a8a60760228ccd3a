import { Query } from '@nestjs/common';
import {
  Browser,
  CurrentBrowser,
  NavigationController,
  NavigationRoute,
  type Navigation,
} from '../../../platform/http/index.js';
import { StartSignInQuery } from './open-id-sign-in.dto.js';
import { OpenIdSignInService } from './open-id-sign-in.service.js';
import { CALLBACK, SIGN_IN_PATH } from './provider-exchange.js';

@NavigationController(SIGN_IN_PATH)
export class OpenIdSignInController {
  constructor(private readonly signIns: OpenIdSignInService) {}

  @NavigationRoute('')
  async startSignIn(
    @CurrentBrowser() browser: Browser,
    @Query() query: StartSignInQuery,
  ): Promise<Navigation> {
    return { url: await this.signIns.start(query, browser) };
  }

  @NavigationRoute(CALLBACK)
  async finishSignIn(
    @CurrentBrowser() browser: Browser,
    @Query() answer: Record<string, string>,
  ): Promise<Navigation> {
    return { url: await this.signIns.finish(answer, browser) };
  }
}
