import { Inject, Injectable, Logger } from '@nestjs/common';
import * as openId from 'openid-client';
import { SETTINGS } from '../../../platform/config/index.js';
import { UnavailableError } from '../../../platform/errors/index.js';
import type { WebSettings } from '../../../platform/http/index.js';
import { MAX_SESSION_SECONDS } from '../sessions/session.rules.js';
import type { ProviderAccount } from './linked-user.repository.js';
import { OpenIdProvider, type KnownProvider } from './open-id-provider.js';
import { signInProviderRefused } from './open-id.rules.js';
import type { OpenIdSettings } from './open-id.settings.js';
import type { OpenIdSignIn, TakenSignIn } from './open-id-sign-in.repository.js';

export const SIGN_IN_PATH = 'app/session/oidc';
export const CALLBACK = 'callback';

export interface SignedInAccount extends ProviderAccount {
  /** Null: the provider does not tell. */
  readonly signedInAt: Date | null;
  /** An address that is theirs beyond doubt; null: there is none. */
  readonly address: () => Promise<string | null>;
}

type Exchanged = Awaited<ReturnType<typeof openId.authorizationCodeGrant>>;

@Injectable()
export class ProviderExchange {
  private readonly logger = new Logger(ProviderExchange.name);
  private readonly callback: string;

  constructor(
    private readonly provider: OpenIdProvider,
    @Inject(SETTINGS) private readonly settings: OpenIdSettings & WebSettings,
  ) {
    this.callback = `${settings.PUBLIC_URL}/${SIGN_IN_PATH}/${CALLBACK}`;
  }

  async addressFor(
    state: string,
    { nonce, code_verifier, is_reauthentication }: OpenIdSignIn,
  ): Promise<string> {
    const { configuration } = await this.provider.get();
    const address = openId.buildAuthorizationUrl(configuration, {
      redirect_uri: this.callback,
      scope: 'openid email',
      state,
      nonce,
      code_challenge: await openId.calculatePKCECodeChallenge(code_verifier),
      code_challenge_method: 'S256',
      // A provider that is told an age says when it has asked for the password.
      max_age: String(is_reauthentication ? 0 : MAX_SESSION_SECONDS),
    });
    return address.href;
  }

  /** @throws 401 `sign_in.provider_refused`, 503 `sign_in.provider_unavailable` */
  async redeem(
    answer: Readonly<Record<string, string>>,
    state: string,
    signIn: TakenSignIn,
  ): Promise<SignedInAccount> {
    const known = await this.provider.get();
    const tokens = await this.trusted(() => {
      const url = new URL(`${this.callback}?${new URLSearchParams(answer).toString()}`);
      return openId.authorizationCodeGrant(known.configuration, url, {
        pkceCodeVerifier: signIn.code_verifier,
        expectedState: state,
        expectedNonce: signIn.nonce,
        idTokenExpected: true,
        ...(signIn.is_reauthentication && { maxAge: signIn.seconds_ago }),
      });
    });
    const claims = tokens.claims();
    if (!claims) throw signInProviderRefused();
    const { iss: issuer, sub: subject, auth_time: authTime } = claims;
    return {
      issuer,
      subject,
      signedInAt: authTime === undefined ? null : new Date(Math.min(authTime * 1000, Date.now())),
      address: () => this.addressOf(known, tokens, claims),
    };
  }

  private async addressOf(
    { configuration }: KnownProvider,
    tokens: Exchanged,
    claims: openId.IDToken,
  ): Promise<string | null> {
    const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
    const isTold = claims.email_verified !== undefined || endpoint === undefined;
    const { email, email_verified: isVerified } = isTold
      ? claims
      : await this.trusted(() => openId.fetchUserInfo(configuration, tokens.access_token, claims.sub));
    if (typeof email !== 'string') return null;
    return isVerified === true || this.settings.OIDC_TRUST_EMAIL ? email : null;
  }

  private async trusted<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask();
    } catch (error) {
      throw unavailableIn(error) ?? this.refused(error);
    }
  }

  private refused(error: unknown): Error {
    this.logger.warn({ err: error }, 'A sign-in at the provider was refused');
    return signInProviderRefused();
  }
}

function unavailableIn(error: unknown): UnavailableError | null {
  if (error instanceof UnavailableError) return error;
  return error instanceof Error && error.cause !== undefined ? unavailableIn(error.cause) : null;
}
