import { Injectable } from '@nestjs/common';
import { Database, prepared } from '../../database/index.js';
import type { NamedWrite } from './idempotency-key.js';

export interface KeptAnswer {
  readonly digest: string;
  readonly status: number;
  readonly location: string | null;
  readonly etag: string | null;
  readonly body: string | null;
  readonly is_sealed: boolean;
}

const locking = prepared('SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS is_locked');

const finding = prepared(
  `SELECT digest, status, location, etag, body, is_sealed FROM idempotency_keys
   WHERE organization_id = $1 AND key_hash = $2`,
);

const insertion = prepared(
  `INSERT INTO idempotency_keys (organization_id, user_id, method, path, key_hash, digest, status, location, etag, body,
     is_sealed)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);

/** Where sealed answers stand, for who gives them another key. */
export const sealedAnswers = {
  table: 'idempotency_keys',
  id: 'key_hash',
  idType: 'text',
  condition: 'is_sealed',
  columns: ['body'],
} as const;

/** SQL: the lock and the look come with BEGIN. */
@Injectable()
export class KeptAnswerRepository {
  constructor(private readonly database: Database) {}

  /** @returns null while another transaction has the key; call it first in a unit of work */
  async lock({ organizationId, keyHash }: NamedWrite): Promise<{ readonly kept: KeptAnswer | null } | null> {
    const [locked, kept] = await Promise.all([
      this.database.first<{ is_locked: boolean }>(locking, [`idempotency ${organizationId} ${keyHash}`]),
      this.database.first<KeptAnswer>(finding, [organizationId, keyHash]),
    ]);
    return locked?.is_locked ? { kept } : null;
  }

  async insert(write: NamedWrite, answer: Omit<KeptAnswer, 'digest'>): Promise<void> {
    const { organizationId, userId, method, path, keyHash, digest } = write;
    const { status, location, etag, body, is_sealed } = answer;
    const sent = [organizationId, userId, method, path, keyHash, digest];
    await this.database.rows(insertion, [...sent, status, location, etag, body, is_sealed]);
  }

  async removeOld(hours: number, limit: number): Promise<number> {
    const removed = await this.database.first<{ count: number }>(
      `WITH removed AS (
         DELETE FROM idempotency_keys WHERE (organization_id, key_hash) IN (
           SELECT organization_id, key_hash FROM idempotency_keys
           WHERE created_at < now() - $1 * interval '1 hour'
           ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING 1)
       SELECT count(*)::int AS count FROM removed`,
      [hours, limit],
    );
    return removed?.count ?? 0;
  }
}
