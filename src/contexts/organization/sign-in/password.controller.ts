import { Body } from '@nestjs/common';
import { Browser, BrowserController, BrowserRoute, CurrentBrowser } from '../../../platform/http/index.js';
import {
  ShowLinkRequest,
  SpendLinkRequest,
  type ShownLinkResponse,
} from '../sign-in-links/sign-in-link.dto.js';
import { SignInLinkService } from '../sign-in-links/sign-in-link.service.js';
import {
  ChangePasswordRequest,
  ReauthenticateRequest,
  SignInRequest,
  type SignedInResponse,
} from './sign-in.dto.js';
import { SignInService } from './sign-in.service.js';

@BrowserController('app/session')
export class PasswordController {
  constructor(
    private readonly signIns: SignInService,
    private readonly links: SignInLinkService,
  ) {}

  @BrowserRoute('')
  async signIn(
    @CurrentBrowser() browser: Browser,
    @Body() request: SignInRequest,
  ): Promise<SignedInResponse> {
    return { return_to: await this.signIns.signIn(request, browser) };
  }

  @BrowserRoute('reauthenticate', 204)
  reauthenticate(
    @CurrentBrowser() browser: Browser,
    @Body() { password }: ReauthenticateRequest,
  ): Promise<void> {
    return this.signIns.reauthenticate(password, browser);
  }

  @BrowserRoute('password', 204)
  changePassword(
    @CurrentBrowser() browser: Browser,
    @Body() { current_password, password }: ChangePasswordRequest,
  ): Promise<void> {
    return this.signIns.changePassword(current_password, password, browser);
  }

  @BrowserRoute('link')
  showLink(@Body() { secret }: ShowLinkRequest): Promise<ShownLinkResponse> {
    return this.links.show(secret);
  }

  @BrowserRoute('link/password', 204)
  spendLink(@CurrentBrowser() browser: Browser, @Body() request: SpendLinkRequest): Promise<void> {
    return this.links.spend(request, browser);
  }
}
