import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Database } from '../../../platform/database/index.js';
import type { SessionResponse } from './session.dto.js';
import { Session } from './session.entity.js';
import { MAX_SESSION_SECONDS } from './session.rules.js';

export interface SessionPlace {
  readonly organization_id: string;
  readonly id: string;
}

export interface CurrentSession extends SessionPlace {
  readonly user_id: string;
  readonly has_other_rights: boolean;
}

export interface SignedInUser {
  readonly isAdministrator: boolean;
  readonly scopes: string[];
}

type NewSession = Pick<Session, 'organizationId' | 'id' | 'userId' | 'secretHash' | 'device' | 'address'> &
  SignedInUser & { readonly signedInAt?: Date | (() => string) };

const endOf = `LEAST(s.last_used_at + interval '12 hours', s.created_at + interval '${MAX_SESSION_SECONDS} seconds')`;

export const endOfSession = `LEAST(s.ended_at, ${endOf})`;

const mayBeSignedIn = `u.type = 'person' AND NOT u.is_archived`;
const joins = 'JOIN users u ON u.organization_id = s.organization_id AND u.id = s.user_id';
const isAlive = `${endOfSession} > now() AND ${mayBeSignedIn}`;

@Injectable()
export class SessionRepository {
  constructor(
    @InjectRepository(Session) private readonly sessions: Repository<Session>,
    private readonly database: Database,
  ) {}

  async insert(session: NewSession): Promise<void> {
    await this.sessions.insert(session);
  }

  lockCurrent(secretHash: string): Promise<CurrentSession | null> {
    return this.use('s.secret_hash = $1', [secretHash]);
  }

  lock({ organization_id, id }: SessionPlace): Promise<CurrentSession | null> {
    return this.use('s.organization_id = $1 AND s.id = $2', [organization_id, id]);
  }

  async renew(
    { organization_id, id }: SessionPlace,
    secretHash: string,
    { isSignIn }: { readonly isSignIn: boolean },
  ): Promise<void> {
    await this.database.rows(
      `UPDATE sessions s SET secret_hash = $3, is_administrator = u.is_administrator, scopes = u.scopes,
         signed_in_at = CASE WHEN $4 THEN now() ELSE s.signed_in_at END
       FROM users u WHERE s.organization_id = $1 AND s.id = $2
         AND u.organization_id = s.organization_id AND u.id = s.user_id`,
      [organization_id, id, secretHash, isSignIn],
    );
  }

  list(organizationId: string, userId: string): Promise<Omit<SessionResponse, 'is_current'>[]> {
    return this.database.rows(
      `SELECT s.id, s.device, s.address, s.signed_in_at AS signed_in_date, s.last_used_at AS last_used_date
       FROM sessions s ${joins} WHERE s.organization_id = $1 AND s.user_id = $2 AND ${isAlive}
       ORDER BY s.created_at, s.id`,
      [organizationId, userId],
    );
  }

  async end(secretHash: string): Promise<string | null> {
    const ended = await this.database.first<{ id: string }>(
      'UPDATE sessions SET ended_at = now() WHERE secret_hash = $1 AND ended_at IS NULL RETURNING id',
      [secretHash],
    );
    return ended?.id ?? null;
  }

  async endAt({ organization_id, id }: SessionPlace): Promise<void> {
    await this.database.rows(
      'UPDATE sessions SET ended_at = now() WHERE organization_id = $1 AND id = $2 AND ended_at IS NULL',
      [organization_id, id],
    );
  }

  async endAllOf(organizationId: string, userId: string, stays: string | null): Promise<void> {
    await this.database.rows(
      `UPDATE sessions SET ended_at = now()
       WHERE organization_id = $1 AND user_id = $2 AND id IS DISTINCT FROM $3 AND ended_at IS NULL`,
      [organizationId, userId, stays],
    );
  }

  async oldestOrganization(): Promise<string> {
    const found = await this.database.first<{ id: string }>(
      'SELECT id FROM organizations ORDER BY created_at, id LIMIT 1',
    );
    return found?.id ?? '';
  }

  private use(which: string, parameters: readonly string[]): Promise<CurrentSession | null> {
    return this.database.first<CurrentSession>(
      `UPDATE sessions s SET last_used_at = now() FROM users u
       WHERE u.organization_id = s.organization_id AND u.id = s.user_id AND ${which} AND ${isAlive}
       RETURNING s.organization_id, s.id, s.user_id,
         (s.is_administrator, s.scopes) IS DISTINCT FROM (u.is_administrator, u.scopes) AS has_other_rights`,
      parameters,
    );
  }
}
