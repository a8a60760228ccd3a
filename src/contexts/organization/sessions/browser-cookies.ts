import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../platform/config/index.js';
import {
  isEncrypted,
  type Browser,
  type CookieOptions,
  type WebSettings,
} from '../../../platform/http/index.js';
import { hashOf } from '../credentials/token-format.js';
import { SessionRepository } from './session.repository.js';
import { MAX_SESSION_SECONDS } from './session.rules.js';

const cookies = {
  session: { maxAgeSeconds: MAX_SESSION_SECONDS, sameSite: 'Strict' },
  // The provider leads the browser back from another site.
  'sign-in': { maxAgeSeconds: 10 * 60, sameSite: 'Lax' },
} as const satisfies Record<string, Omit<CookieOptions, 'isEncrypted'>>;

type CookieKind = keyof typeof cookies;

@Injectable()
export class BrowserCookies {
  private readonly isEncrypted: boolean;
  private known: string | undefined;

  constructor(
    private readonly sessions: SessionRepository,
    @Inject(SETTINGS) settings: WebSettings,
  ) {
    this.isEncrypted = isEncrypted(settings);
  }

  async read(browser: Browser, kind: CookieKind): Promise<string | undefined> {
    return browser.cookie(await this.nameOf(kind));
  }

  async write(browser: Browser, kind: CookieKind, value: string): Promise<void> {
    browser.setCookie(await this.nameOf(kind), value, { ...cookies[kind], isEncrypted: this.isEncrypted });
  }

  async clear(browser: Browser, kind: CookieKind): Promise<void> {
    browser.clearCookie(await this.nameOf(kind), { ...cookies[kind], isEncrypted: this.isEncrypted });
  }

  /** Without https the prefix is not possible, and all ports of a machine share their cookies. */
  private async nameOf(kind: CookieKind): Promise<string> {
    if (this.isEncrypted) return `__Host-${kind}`;
    this.known ??= hashOf(await this.sessions.oldestOrganization()).slice(0, 12);
    return `${kind}-${this.known}`;
  }
}
