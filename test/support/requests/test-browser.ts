import { InvitationService } from '../../../src/contexts/organization/index.js';
import type { TestModule } from '../application/test-application.js';
import { ApiClient } from './api-client.js';

export const PASSWORD = 'tulips behind the garage';

export interface BrowserAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
  readonly setCookies: readonly string[];
}

/** A browser with the pages of the program open, and its cookies. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();

  /** @param url where the API listens @param address that a proxy says it has */
  constructor(
    readonly url: string,
    private readonly address = '203.0.113.7',
    protected readonly origin = 'http://localhost:3000',
  ) {}

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<BrowserAnswer> {
    const response = await fetch(this.url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'Content-Type': 'application/json',
        Origin: this.origin,
        'Sec-Fetch-Site': 'same-origin',
        'User-Agent': 'Test browser',
        'X-Forwarded-For': this.address,
        ...(this.cookies.size > 0 && { Cookie: this.cookie }),
        ...headers,
      },
    });
    const setCookies = response.headers.getSetCookie();
    for (const cookie of setCookies) this.keep(cookie);
    const text = await response.text();
    const parsed = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    return { status: response.status, body: parsed, headers: response.headers, setCookies };
  }

  signIn(account: Account, password = PASSWORD): Promise<BrowserAnswer> {
    const { organization, email } = account;
    return this.post('/app/session', { organization, email_address: email, password });
  }

  async token(): Promise<string> {
    const { status, body } = await this.post('/app/session/token');
    if (status !== 200) throw new Error(`No token: ${status} ${JSON.stringify(body)}`);
    return String(body.token);
  }

  /** What the pages use the API with. */
  async api(): Promise<ApiClient> {
    return new ApiClient(this.url, await this.token());
  }

  /** Sets the password with a link, and is signed in. */
  async follow(link: string, password = PASSWORD): Promise<BrowserAnswer> {
    return this.post('/app/session/link/password', { secret: secretOf(link), password });
  }

  protected keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

export interface Account {
  readonly organization: string;
  readonly email: string;
}

export const secretOf = (link: string): string => link.slice(link.indexOf('#') + 1);

/** With which an administrator of an organization that there is sets a password. */
export async function linkFor(application: TestModule, { organization, email }: Account): Promise<string> {
  const made = await application.get(InvitationService).create(organization, email, true);
  if (!made) throw new Error('Nobody has a password here.');
  return made.link;
}

/** An administrator with a password, in an organization that there is. */
export async function makeAccount(
  application: TestModule & { readonly url: string },
  account: Account,
  password = PASSWORD,
): Promise<TestBrowser> {
  const browser = new TestBrowser(application.url);
  const { status, body } = await browser.follow(await linkFor(application, account), password);
  if (status !== 204) throw new Error(`No account: ${status} ${JSON.stringify(body)}`);
  return browser;
}
