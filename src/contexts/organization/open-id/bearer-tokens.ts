import { Inject, Injectable, Logger } from '@nestjs/common';
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { SETTINGS } from '../../../platform/config/index.js';
import { scopes } from '../../../platform/http/index.js';
import { Clock, isId } from '../../../platform/values/index.js';
import type { TokenHolder } from '../credentials/token-holder.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { allowedScopes } from '../users/allowed-scopes.js';
import { LinkedUserRepository } from './linked-user.repository.js';
import { OpenIdProvider, SKEW_SECONDS } from './open-id-provider.js';
import type { OpenIdSettings } from './open-id.settings.js';

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];

interface Claims extends JWTPayload {
  iss: string;
  sub: string;
  exp: number;
}

/** JWTs of the provider that are made for this API. */
@Injectable()
export class BearerTokens {
  private readonly logger = new Logger(BearerTokens.name);

  constructor(
    private readonly provider: OpenIdProvider,
    private readonly organizations: OrganizationRepository,
    private readonly linked: LinkedUserRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: OpenIdSettings,
  ) {}

  get areAccepted(): boolean {
    return this.settings.OIDC_AUDIENCE !== undefined;
  }

  /** Who a token is of, and what it allows: what it says itself, cut by what its user may do. @throws 503 `sign_in.provider_unavailable` */
  async findHolder(token: string): Promise<TokenHolder | null> {
    const claims = await this.verify(token);
    const organizationId = claims && (await this.organizationOf(claims));
    if (!claims || !organizationId) return null;
    const user = await this.linked.find(organizationId, { issuer: claims.iss, subject: claims.sub });
    if (!user) return null;
    const rights = { type: 'person', isAdministrator: user.is_administrator, scopes: user.scopes } as const;
    return {
      organization_id: user.organization_id,
      user_id: user.id,
      id: null,
      scopes: allowedScopes(scopesOf(claims), rights),
      expires_at: new Date(claims.exp * 1000).toISOString(),
      has_ended: user.is_archived,
    };
  }

  private async verify(token: string): Promise<Claims | null> {
    const { OIDC_ISSUER: issuer = '', OIDC_AUDIENCE: audience = '', OIDC_TOKEN_TYPE: typ } = this.settings;
    const { keys } = await this.provider.get();
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        typ,
        algorithms: ALGORITHMS,
        clockTolerance: SKEW_SECONDS,
        currentDate: this.clock.now(),
        requiredClaims: ['sub', 'exp'],
      });
      return payload as Claims;
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      this.logger.debug({ err: error }, 'A JWT was refused');
      return null;
    }
  }

  private async organizationOf(claims: Claims): Promise<string | null> {
    const { OIDC_ORGANIZATION_CLAIM: claim } = this.settings;
    if (claim !== undefined) {
      const named = claims[claim];
      return isId(named) ? named : null;
    }
    const [only = null, another] = await this.organizations.someIds(2);
    return another === undefined ? only : null;
  }
}

/** Those that there are here: `openid` and the like say nothing of this API. */
function scopesOf({ scope }: JWTPayload): string[] {
  const sent = typeof scope === 'string' ? scope.split(' ') : [];
  return scopes().filter((known) => sent.includes(known));
}
