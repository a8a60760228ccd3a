import { Inject } from '@nestjs/common';
import { SETTINGS } from '../../../platform/config/index.js';
import { BrowserController, BrowserRoute } from '../../../platform/http/index.js';
import type { OrganizationSettings } from '../organization.settings.js';
import { SignInWaysResponse, toSignInWaysResponse } from './sign-in-ways.dto.js';

@BrowserController('app/session')
export class SignInWaysController {
  constructor(@Inject(SETTINGS) private readonly settings: OrganizationSettings) {}

  @BrowserRoute('ways')
  showSignInWays(): SignInWaysResponse {
    return toSignInWaysResponse(this.settings);
  }
}
