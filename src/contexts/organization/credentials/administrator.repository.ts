import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../platform/config/index.js';
import { Database } from '../../../platform/database/index.js';
import type { OrganizationSettings } from '../organization.settings.js';
import { isUsable, joinUser } from './usable-tokens.js';

export interface AdministratorToken {
  readonly id: string;
  readonly user_id: string;
}

/** Who may do everything. SQL, since tokens and users decide it together. */
@Injectable()
export class AdministratorRepository {
  private readonly usableTokens: string;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) { ACCESS_TOKEN_IDLE_DAYS: idleDays }: OrganizationSettings,
  ) {
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

  async people(organizationId: string): Promise<string[]> {
    const rows = await this.database.rows<{ id: string }>(
      'SELECT id FROM users WHERE organization_id = $1 AND is_administrator AND NOT is_archived',
      [organizationId],
    );
    return rows.map(({ id }) => id);
  }

  tokens(organizationId: string): Promise<AdministratorToken[]> {
    return this.database.rows<AdministratorToken>(this.usableTokens, [organizationId]);
  }
}
