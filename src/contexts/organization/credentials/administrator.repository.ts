import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../platform/config/index.js';
import { Database } from '../../../platform/database/index.js';
import type { OrganizationSettings } from '../organization.settings.js';
import { isUsable, joinUser } from './usable-tokens.js';

export interface AdministratorPerson {
  readonly id: string;
  readonly can_sign_in: boolean;
}

export interface AdministratorToken {
  readonly id: string;
  readonly user_id: string;
}

/** Who may do everything. SQL, since tokens and users decide it together. */
@Injectable()
export class AdministratorRepository {
  private readonly usableTokens: string;
  private readonly canAnyoneSignIn: boolean;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) { ACCESS_TOKEN_IDLE_DAYS: idleDays, WEB: web }: OrganizationSettings,
  ) {
    this.canAnyoneSignIn = web === 'on';
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

  async people(organizationId: string): Promise<AdministratorPerson[]> {
    const people = await this.database.rows<AdministratorPerson>(
      `SELECT u.id, EXISTS (SELECT FROM user_passwords p
         WHERE p.organization_id = u.organization_id AND p.user_id = u.id) AS can_sign_in
       FROM users u WHERE u.organization_id = $1 AND u.is_administrator AND u.type = 'person' AND NOT u.is_archived`,
      [organizationId],
    );
    return people.map(({ id, can_sign_in }) => ({ id, can_sign_in: can_sign_in && this.canAnyoneSignIn }));
  }

  tokens(organizationId: string): Promise<AdministratorToken[]> {
    return this.database.rows<AdministratorToken>(this.usableTokens, [organizationId]);
  }
}
