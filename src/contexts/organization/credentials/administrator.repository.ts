import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../platform/config/index.js';
import { Database } from '../../../platform/database/index.js';
import type { OrganizationSettings } from '../organization.settings.js';
import { hasPassword, signInWaysOf, type SignInWays } from './sign-in-ways.js';
import { isUsable, joinUser } from './usable-tokens.js';

export interface AdministratorToken {
  readonly id: string;
  readonly user_id: string;
}

interface AdministratorRow {
  readonly id: string;
  readonly oidc_issuer: string | null;
  readonly oidc_subject: string | null;
  readonly has_password: boolean;
}

type ChangedUser = Pick<AdministratorRow, 'id' | 'oidc_issuer' | 'oidc_subject'>;

interface AdministratorPeople {
  readonly people: readonly string[];
  readonly able: readonly string[];
  readonly canSignIn: boolean;
}

/** Who may do everything. SQL, since tokens and users decide it together. */
@Injectable()
export class AdministratorRepository {
  private readonly usableTokens: string;
  private readonly ways: SignInWays;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) settings: OrganizationSettings,
  ) {
    const { ACCESS_TOKEN_IDLE_DAYS: idleDays } = settings;
    this.ways = signInWaysOf(settings);
    this.usableTokens = `
      SELECT t.id, t.user_id FROM access_tokens t ${joinUser}
      WHERE t.organization_id = $1 AND 'admin' = ANY (t.scopes) AND (u.is_administrator OR u.type = 'service')
        AND ${isUsable(idleDays)}`;
  }

  /** Until the transaction ends nobody else takes rights from an administrator. Before any other lock but those of writes. */
  async lock(organizationId: string): Promise<void> {
    // Not FOR UPDATE, for which everybody would wait who writes a record of the organization.
    await this.database.rows('SELECT 1 FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
  }

  /** @param after a user as they are to be, of whom `canSignIn` tells whether they could then; with another account, nobody knows */
  async people(organizationId: string, after: ChangedUser): Promise<AdministratorPeople> {
    const rows = await this.database.rows<AdministratorRow>(
      `SELECT u.id, u.oidc_issuer, u.oidc_subject, ${hasPassword} AS has_password
       FROM users u WHERE u.organization_id = $1 AND u.is_administrator AND NOT u.is_archived`,
      [organizationId],
    );
    const own = rows.find(({ id }) => id === after.id);
    return {
      people: rows.map(({ id }) => id),
      able: rows.filter((row) => this.hasWay(row)).map(({ id }) => id),
      canSignIn: this.hasWay({
        has_password: own?.has_password ?? false,
        oidc_issuer: own?.oidc_subject === after.oidc_subject ? after.oidc_issuer : null,
      }),
    };
  }

  /** Usable tokens that allow everything. */
  tokens(organizationId: string): Promise<AdministratorToken[]> {
    return this.database.rows<AdministratorToken>(this.usableTokens, [organizationId]);
  }

  private hasWay({
    has_password,
    oidc_issuer,
  }: Pick<AdministratorRow, 'has_password' | 'oidc_issuer'>): boolean {
    const { issuer, byPassword } = this.ways;
    return (byPassword && has_password) || (issuer !== null && oidc_issuer === issuer);
  }
}
