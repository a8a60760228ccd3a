import { Inject, Injectable } from '@nestjs/common';
import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import { SETTINGS } from '../../../platform/config/index.js';
import type { Browser, WebSettings } from '../../../platform/http/index.js';
import { newToken } from '../credentials/token-format.js';
import { BrowserCookies } from '../sessions/browser-cookies.js';
import type { SessionPlace } from '../sessions/session.repository.js';
import { SessionService } from '../sessions/session.service.js';
import { START_PATH } from '../sign-in/return-path.js';
import { SignInOrganizations } from '../sign-in/sign-in-organizations.js';
import type { User } from '../users/user.entity.js';
import { LinkedUsers } from './linked-users.js';
import type { StartSignInQuery } from './open-id-sign-in.dto.js';
import { OpenIdSignInRepository, type OpenIdSignIn } from './open-id-sign-in.repository.js';
import { signInStateUnknown, signInUserUnknown } from './open-id.rules.js';
import { ProviderExchange, type SignedInAccount } from './provider-exchange.js';

@Injectable()
export class OpenIdSignInService {
  private readonly publicUrl: string;

  constructor(
    private readonly organizations: SignInOrganizations,
    private readonly signIns: OpenIdSignInRepository,
    private readonly exchange: ProviderExchange,
    private readonly linked: LinkedUsers,
    private readonly sessions: SessionService,
    private readonly cookies: BrowserCookies,
    @Inject(SETTINGS) { PUBLIC_URL }: WebSettings,
  ) {
    this.publicUrl = PUBLIC_URL;
  }

  /** @returns where the browser goes @throws 401 `session.ended`, 422 `sign_in.organization_needed`, 503 `sign_in.provider_unavailable` */
  async start(
    { organization, return_to = START_PATH, reauthenticate = false }: StartSignInQuery,
    browser: Browser,
  ): Promise<string> {
    browser.willReturnTo(belowStart(return_to));
    const session = reauthenticate ? await this.sessions.current(browser) : await this.sessions.find(browser);
    const state = newToken('pdo_');
    const signIn: OpenIdSignIn = {
      organization_id:
        reauthenticate && session ? session.organization_id : await this.organizations.find(organization),
      nonce: randomNonce(),
      code_verifier: randomPKCECodeVerifier(),
      return_to,
      session_organization_id: session?.organization_id ?? null,
      session_id: session?.id ?? null,
      is_reauthentication: reauthenticate,
    };
    const address = await this.exchange.addressFor(state, signIn);
    await this.signIns.put(state, signIn);
    await this.cookies.write(browser, 'sign-in', state);
    return address;
  }

  /** @returns the page that comes next @throws 401 `sign_in.state_unknown`, `sign_in.provider_refused`, 403 `sign_in.user_unknown` */
  async finish(answer: Readonly<Record<string, string>>, browser: Browser): Promise<string> {
    const state = await this.cookies.read(browser, 'sign-in');
    if (state === undefined || answer.state !== state) throw signInStateUnknown();
    await this.cookies.clear(browser, 'sign-in');
    const signIn = await this.signIns.take(state);
    browser.willReturnTo(belowStart(signIn.return_to));
    const account = await this.exchange.redeem(answer, state, signIn);
    const { organization_id: organizationId } = signIn;
    if (organizationId === null) throw signInUserUnknown();
    const who = await this.whoIs(organizationId, account);
    const session = sessionOf(signIn);
    if (signIn.is_reauthentication && session) await this.sessions.renew(browser, session, who);
    else await this.sessions.begin(browser, who, { former: session, signedInAt: account.signedInAt });
    return new URL(this.publicUrl + signIn.return_to).href;
  }

  private async whoIs(organizationId: string, account: SignedInAccount): Promise<() => Promise<User>> {
    const isKnown = await this.linked.isKnown(organizationId, account);
    const address = isKnown ? null : await account.address();
    return () => this.linked.lock(organizationId, account, address);
  }
}

const belowStart = (path: string): string => path.slice(START_PATH.length);

function sessionOf({ session_organization_id, session_id }: OpenIdSignIn): SessionPlace | null {
  if (session_organization_id === null || session_id === null) return null;
  return { organization_id: session_organization_id, id: session_id };
}
