import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';

export interface ProviderAccount {
  readonly issuer: string;
  readonly subject: string;
}

export interface LinkedUser {
  readonly organization_id: string;
  readonly id: string;
  readonly is_administrator: boolean;
  readonly scopes: readonly string[];
  readonly is_archived: boolean;
}

@Injectable()
export class LinkedUserRepository {
  constructor(private readonly database: Database) {}

  /** A person, who may be archived. */
  find(organizationId: string, { issuer, subject }: ProviderAccount): Promise<LinkedUser | null> {
    return this.database.first<LinkedUser>(
      `SELECT organization_id, id, is_administrator, scopes, is_archived FROM users
       WHERE organization_id = $1 AND oidc_issuer = $2 AND oidc_subject = $3`,
      [organizationId, issuer, subject],
    );
  }
}
