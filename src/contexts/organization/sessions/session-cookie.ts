import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../platform/config/index.js';
import { isEncrypted, type Browser, type WebSettings } from '../../../platform/http/index.js';
import { hashOf } from '../credentials/token-format.js';
import { SessionRepository } from './session.repository.js';

const MAX_AGE_SECONDS = 7 * 24 * 60 * 60;

@Injectable()
export class SessionCookie {
  private readonly isEncrypted: boolean;
  private known: string | undefined;

  constructor(
    private readonly sessions: SessionRepository,
    @Inject(SETTINGS) settings: WebSettings,
  ) {
    this.isEncrypted = isEncrypted(settings);
  }

  async read(browser: Browser): Promise<string | undefined> {
    return browser.cookie(await this.name());
  }

  async write(browser: Browser, secret: string): Promise<void> {
    const { isEncrypted } = this;
    browser.setCookie(await this.name(), secret, { isEncrypted, maxAgeSeconds: MAX_AGE_SECONDS });
  }

  async clear(browser: Browser): Promise<void> {
    browser.clearCookie(await this.name(), this.isEncrypted);
  }

  /** Without https the prefix is not possible, and all ports of a machine share their cookies. */
  private async name(): Promise<string> {
    if (this.isEncrypted) return '__Host-session';
    this.known ??= `session-${hashOf(await this.sessions.oldestOrganization()).slice(0, 12)}`;
    return this.known;
  }
}
