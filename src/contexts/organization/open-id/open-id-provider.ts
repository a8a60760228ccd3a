import { Inject, Injectable, Logger } from '@nestjs/common';
import { createRemoteJWKSet, customFetch } from 'jose';
import * as openId from 'openid-client';
import { SETTINGS } from '../../../platform/config/index.js';
import { providerUnavailable } from '../../../platform/http/index.js';
import { Clock } from '../../../platform/values/index.js';
import type { OpenIdSettings } from './open-id.settings.js';

export const SKEW_SECONDS = 30;

const TIMEOUT_SECONDS = 5;
const REST_MS = 5000;
const FRESH_MS = 10 * 60_000;
const USABLE_MS = 60 * 60_000;
const KEY_COOLDOWN_MS = 30_000;

type Keys = ReturnType<typeof createRemoteJWKSet>;

export interface KnownProvider {
  readonly configuration: openId.Configuration;
  readonly keys: Keys;
}

/** What the provider says of itself, kept for minutes, and its keys. Nothing is asked before somebody needs it. */
@Injectable()
export class OpenIdProvider {
  private readonly logger = new Logger(OpenIdProvider.name);
  private known: { readonly provider: KnownProvider; readonly since: number } | undefined;
  private asking: Promise<KnownProvider> | undefined;
  private restsUntil = 0;

  constructor(
    @Inject(SETTINGS) private readonly settings: OpenIdSettings,
    private readonly clock: Clock,
  ) {}

  /** @throws 503 `sign_in.provider_unavailable` */
  async get(): Promise<KnownProvider> {
    const { known } = this;
    const age = known ? this.clock.elapsed() - known.since : Infinity;
    if (!known || age >= USABLE_MS) return this.askOnce();
    if (age >= FRESH_MS) this.askOnce().catch((err: unknown) => this.noteAway(err));
    return known.provider;
  }

  private askOnce(): Promise<KnownProvider> {
    this.asking ??= this.ask().finally(() => (this.asking = undefined));
    return this.asking;
  }

  private noteAway(err: unknown): void {
    this.logger.debug({ err }, 'The provider could not be asked anew');
  }

  private async ask(): Promise<KnownProvider> {
    const { OIDC_ISSUER = '' } = this.settings;
    try {
      const configuration = await this.discover(new URL(OIDC_ISSUER));
      const { issuer, jwks_uri: place } = configuration.serverMetadata();
      if (issuer !== OIDC_ISSUER)
        throw new Error('The provider names itself otherwise than OIDC_ISSUER does.');
      if (place === undefined) throw new Error('The provider does not say where its keys are.');
      const keys = this.keysAt(new URL(place));
      await keys.reload();
      const provider = { configuration, keys };
      this.known = { provider, since: this.clock.elapsed() };
      return provider;
    } catch (error) {
      throw providerUnavailable(error);
    }
  }

  private async discover(issuer: URL): Promise<openId.Configuration> {
    const { OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_AUDIENCE = '' } = this.settings;
    const metadata = { [openId.clockTolerance]: SKEW_SECONDS };
    const extensions = [openId.enableNonRepudiationChecks];
    if (issuer.protocol === 'http:') extensions.push(openId.allowInsecureRequests);
    return openId.discovery(
      issuer,
      OIDC_CLIENT_ID ?? OIDC_AUDIENCE,
      metadata,
      authentication(OIDC_CLIENT_SECRET),
      {
        execute: extensions,
        timeout: TIMEOUT_SECONDS,
        [openId.customFetch]: (url, options) => this.fetch(url, options as RequestInit),
      },
    );
  }

  private keysAt(url: URL): Keys {
    return createRemoteJWKSet(url, {
      timeoutDuration: TIMEOUT_SECONDS * 1000,
      cooldownDuration: KEY_COOLDOWN_MS,
      cacheMaxAge: Infinity,
      [customFetch]: (address, options) => this.fetch(address, options),
    });
  }

  // Where the provider has just failed nobody waits for it once more.
  private async fetch(url: string, options: RequestInit): Promise<Response> {
    if (this.clock.elapsed() < this.restsUntil)
      throw providerUnavailable(new Error('The provider failed a moment ago.'));
    const response = await fetch(url, options).catch((error: unknown) => this.rest(error));
    const isFailure = response.status >= 500 || (options.method === 'GET' && !response.ok);
    if (!isFailure) return response;
    await response.body?.cancel();
    return this.rest(new Error(`The provider answered with ${response.status}.`));
  }

  private rest(cause: unknown): never {
    this.restsUntil = this.clock.elapsed() + REST_MS;
    throw providerUnavailable(cause);
  }
}

/** As the provider wants it; without a word of it `client_secret_basic` is the rule. */
function authentication(secret: string | undefined): openId.ClientAuth {
  const basic = openId.ClientSecretBasic(secret);
  const post = openId.ClientSecretPost(secret);
  return (server, client, body, headers) => {
    const known = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const chosen = known.includes('client_secret_basic') ? basic : post;
    return chosen(server, client, body, headers);
  };
}
