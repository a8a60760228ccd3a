import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';
import { SEAL } from './secret-vault.js';

export interface SealedSecrets {
  readonly organization_id: string;
  readonly id: string;
  readonly secret: string;
  readonly previous_secret: string | null;
}

export const usedKeys = `
  SELECT DISTINCT split_part(sealed, '.', 2) AS fingerprint
  FROM webhook_subscribers, unnest(ARRAY[secret, previous_secret]) AS sealed
  WHERE status <> 'deleted' AND starts_with(sealed, '${SEAL}.')`;

@Injectable()
export class SealedSecretRepository {
  constructor(private readonly database: Database) {}

  async fingerprints(): Promise<string[]> {
    const keys = await this.database.rows<{ fingerprint: string }>(usedKeys);
    return keys.map(({ fingerprint }) => fingerprint);
  }

  /** Secrets of this key after `last`, skipping locked rows. */
  lockSealedWith(
    fingerprint: string,
    last: SealedSecrets | undefined,
    limit: number,
  ): Promise<SealedSecrets[]> {
    return this.database.rows(
      `SELECT organization_id, id, secret, previous_secret FROM webhook_subscribers
       WHERE status <> 'deleted' AND (starts_with(secret, $1) OR starts_with(previous_secret, $1))
         AND ($2::uuid IS NULL OR (organization_id, id) > ($2, $3::uuid))
       ORDER BY organization_id, id LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED`,
      [`${SEAL}.${fingerprint}.`, last?.organization_id ?? null, last?.id ?? null, limit],
    );
  }

  async replace(subscribers: readonly SealedSecrets[]): Promise<void> {
    await this.database.rows(
      `UPDATE webhook_subscribers s SET secret = r.secret, previous_secret = r.previous_secret
       FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])
         AS r(organization_id, id, secret, previous_secret)
       WHERE s.organization_id = r.organization_id AND s.id = r.id`,
      [
        subscribers.map((one) => one.organization_id),
        subscribers.map((one) => one.id),
        subscribers.map((one) => one.secret),
        subscribers.map((one) => one.previous_secret),
      ],
    );
  }
}
