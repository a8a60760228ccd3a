import { LedBrowser } from '../requests/led-browser.js';
import { IdentityProvider } from '../servers/identity-provider.js';
import { createTestApplication, type TestApplication } from './test-application.js';

export const HERE = 'http://localhost:3000';

/** Where a browser is led to when a sign-in is refused. */
export const refusedWith = (code: string): string => `${HERE}/app/sign-in?error=${code}`;

export interface LinkedUser {
  readonly id: string;
  readonly oidc_issuer: string | null;
  readonly oidc_subject: string | null;
}

/** An application with its provider, and users who are known at both under one address. */
export class ProviderStage {
  private people = 0;

  private constructor(
    readonly provider: IdentityProvider,
    readonly application: TestApplication,
  ) {}

  static async open(
    settings: Readonly<Record<string, string>> = {},
    isEmailInIdToken = false,
  ): Promise<ProviderStage> {
    const provider = await new IdentityProvider(HERE, isEmailInIdToken).start();
    const application = await createTestApplication({ settings: { ...provider.settings, ...settings } });
    return new ProviderStage(provider, application);
  }

  async close(): Promise<void> {
    await this.application.close();
    await this.provider.stop();
  }

  browser(): LedBrowser {
    return new LedBrowser(this.application.url);
  }

  /** A user, whom the provider takes from now on whoever comes for. */
  async invite(members: object = {}): Promise<LinkedUser> {
    this.people += 1;
    const email_address = `person${this.people}@example.com`;
    this.provider.account = { sub: `sub-${this.people}`, email: email_address, email_verified: true };
    const user = { email_address, is_administrator: true, ...members };
    return this.application.api.create<LinkedUser>('/v1/users', user);
  }

  async userOf({ id }: LinkedUser): Promise<LinkedUser> {
    return (await this.application.api.get<LinkedUser>(`/v1/users/${id}`)).body;
  }
}

export const whoIs = async (browser: LedBrowser) =>
  (await (await browser.api()).get<{ user_id: string; credential: string }>('/v1/me')).body;
