import { Browser, BrowserController, BrowserRoute, CurrentBrowser } from '../../../platform/http/index.js';
import { SessionService } from '../sessions/session.service.js';
import { MeService } from './me.service.js';
import type { SessionTokenResponse } from './session-token.dto.js';

@BrowserController('app/session')
export class SessionTokenController {
  constructor(
    private readonly sessions: SessionService,
    private readonly me: MeService,
  ) {}

  @BrowserRoute('token')
  async createSessionToken(@CurrentBrowser() browser: Browser): Promise<SessionTokenResponse> {
    const { caller, ...created } = await this.sessions.createToken(browser);
    return { ...created, me: await this.me.get(caller) };
  }
}
