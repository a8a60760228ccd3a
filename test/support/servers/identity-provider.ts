import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose';

export const CLIENT_ID = 'planning';
export const CLIENT_SECRET = 'hush, this is between planning and its provider';
export const AUDIENCE = 'https://planning.example.com/api';

export interface ProviderAccount {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
}

/** Of oidc-provider, which has no types. */
interface Provider {
  callback(): RequestListener;
  interactionDetails(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<{ readonly params: { readonly client_id: string } }>;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  readonly Grant: new (of: { accountId: string; clientId: string }) => {
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  };
}

const untyped = (name: string): Promise<unknown> => import(name);

const { default: MemoryStore } = (await untyped('oidc-provider/lib/adapters/memory_adapter.js')) as {
  default: new (name: string) => object;
};
const { default: ProviderClass } = (await untyped('oidc-provider')) as {
  default: new (issuer: string, configuration: object) => Provider;
};

/** Of the one that it brings along it warns. */
class QuietStore extends MemoryStore {}

/** An OpenID Connect provider on this machine. Whoever comes is signed in, as the account that is set. */
export class IdentityProvider {
  /** Who sits before the browser; null: somebody who refuses. */
  account: ProviderAccount | null = null;
  /** How long ago they have given their password, in seconds. */
  signedInSecondsAgo = 0;
  /** What the provider answers with while it is out of order. */
  failsWith: number | null = null;
  requests = 0;
  private readonly server: Server;
  private provider!: Provider;
  private keys: JWK[] = [];

  constructor(
    private readonly programUrl = 'http://localhost:3000',
    private readonly isEmailInIdToken = false,
  ) {
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  async start(port = 0): Promise<this> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
    await this.rotateKeys();
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get settings(): Record<string, string> {
    return {
      SIGN_IN: 'password,oidc',
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_AUDIENCE: AUDIENCE,
    };
  }

  /** From now on it signs with others, and shows these alone. */
  async rotateKeys(): Promise<void> {
    const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];
    this.keys = await Promise.all(algorithms.map(newKey));
    this.provider = new ProviderClass(this.issuer, this.configuration());
  }

  /** The private key for an algorithm. */
  keyFor(algorithm: string): JWK {
    const found = this.keys.find(({ alg }) => alg === algorithm);
    if (!found) throw new Error(`No key for ${algorithm}.`);
    return found;
  }

  /** A token as the provider makes them, but for what is given. */
  async sign(
    claims: Readonly<Record<string, unknown>>,
    header: { readonly alg?: string; readonly typ?: string; readonly key?: JWK; readonly more?: object } = {},
  ): Promise<string> {
    const { alg = 'RS256', typ = 'at+jwt', key = this.keyFor(alg), more } = header;
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: this.issuer, aud: AUDIENCE, iat: now, exp: now + 600, scope: 'read write' };
    const { kid = '' } = key;
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg, typ, kid, ...more })
      .sign(await importJWK(key, alg));
  }

  /** Both tokens that the provider itself makes for the account, by the code that a browser brings. */
  async tokens(scope: string): Promise<{ readonly access_token: string; readonly id_token: string }> {
    const verifier = randomBytes(32).toString('base64url');
    const back = 'http://localhost:4000/back';
    const asked = new URLSearchParams({
      client_id: 'crm',
      redirect_uri: back,
      response_type: 'code',
      scope: `openid ${scope}`,
      resource: AUDIENCE,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const cookies = new Map<string, string>();
    let url = `${this.issuer}/auth?${asked.toString()}`;
    while (!url.startsWith(back)) url = await followOnce(url, cookies);
    const response = await fetch(`${this.issuer}/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from('crm:secret').toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: new URL(url).searchParams.get('code') ?? '',
        redirect_uri: back,
        code_verifier: verifier,
        resource: AUDIENCE,
      }),
    });
    return (await response.json()) as { access_token: string; id_token: string };
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    if (this.failsWith !== null) return void response.writeHead(this.failsWith).end();
    if (!request.url?.startsWith('/interaction/')) return void this.provider.callback()(request, response);
    const { params } = await this.provider.interactionDetails(request, response);
    await this.provider.interactionFinished(request, response, await this.decision(params.client_id));
  }

  private async decision(clientId: string): Promise<object> {
    if (!this.account) return { error: 'access_denied', error_description: 'Not today.' };
    const { sub: accountId } = this.account;
    const grant = new this.provider.Grant({ accountId, clientId });
    grant.addOIDCScope('openid email');
    grant.addResourceScope(AUDIENCE, RESOURCE_SCOPES);
    const ts = Math.floor(Date.now() / 1000) - this.signedInSecondsAgo;
    return { login: { accountId, ts }, consent: { grantId: await grant.save() } };
  }

  private configuration(): object {
    const client = (client_id: string, client_secret: string, redirect_uri: string): object => ({
      client_id,
      client_secret,
      redirect_uris: [redirect_uri],
    });
    return {
      jwks: { keys: this.keys },
      adapter: QuietStore,
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 3600,
        IdToken: 600,
        Interaction: 600,
        Session: 3600,
      },
      cookies: { keys: ['a key of the cookies'] },
      clients: [
        client(CLIENT_ID, CLIENT_SECRET, `${this.programUrl}/app/session/oidc/callback`),
        client('crm', 'secret', 'http://localhost:4000/back'),
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: !this.isEmailInIdToken,
      findAccount: (_context: unknown, sub: string) => ({
        accountId: sub,
        claims: () => Promise.resolve({ ...this.account, sub }),
      }),
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      features: {
        devInteractions: { enabled: false },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: () => ({
            scope: RESOURCE_SCOPES,
            audience: AUDIENCE,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'ES256' } },
          }),
        },
      },
    };
  }
}

const RESOURCE_SCOPES = 'read write admin people:read';

async function newKey(alg: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg, use: 'sig', kid: randomBytes(6).toString('hex') };
}

/** One step of a browser. @param cookies that it has there @returns where it is led to */
export async function followOnce(url: string, cookies: Map<string, string>): Promise<string> {
  const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(url, { redirect: 'manual', headers: { Cookie } });
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    cookies.set(name, value);
  }
  const location = response.headers.get('location');
  if (location === null) throw new Error(`Led nowhere: ${response.status} ${await response.text()}`);
  return new URL(location, url).href;
}
