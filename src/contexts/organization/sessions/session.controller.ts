import { Browser, BrowserController, BrowserRoute, CurrentBrowser } from '../../../platform/http/index.js';
import type { SessionListResponse } from './session.dto.js';
import { SessionService } from './session.service.js';

@BrowserController('app/session')
export class SessionController {
  constructor(private readonly sessions: SessionService) {}

  @BrowserRoute('list')
  async listSessions(@CurrentBrowser() browser: Browser): Promise<SessionListResponse> {
    return { sessions: await this.sessions.list(browser) };
  }

  @BrowserRoute('end', 204)
  endSession(@CurrentBrowser() browser: Browser): Promise<void> {
    return this.sessions.end(browser);
  }

  @BrowserRoute('end-everywhere', 204)
  endAllSessions(@CurrentBrowser() browser: Browser): Promise<void> {
    return this.sessions.endEverywhere(browser);
  }
}
