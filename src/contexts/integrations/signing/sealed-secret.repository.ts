import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';
import { sealedAnswers } from '../../../platform/http/index.js';
import { SEAL } from './secret-vault.js';

/** Columns that hold what the vault has sealed. */
export interface SealedColumns {
  readonly table: string;
  /** With the organization the primary key. */
  readonly id: string;
  readonly idType: string;
  readonly condition: string;
  readonly columns: readonly string[];
}

export interface SealedTexts {
  readonly organization_id: string;
  readonly id: string;
  /** In the order of the columns. */
  readonly sealed: readonly (string | null)[];
}

const webhookSecrets: SealedColumns = {
  table: 'webhook_subscribers',
  id: 'id',
  idType: 'uuid',
  condition: `status <> 'deleted'`,
  columns: ['secret', 'previous_secret'],
};

export const sealedColumns: readonly SealedColumns[] = [webhookSecrets, sealedAnswers];

const keysOf = ({ table, condition, columns }: SealedColumns): string => `
  SELECT DISTINCT split_part(sealed, '.', 2) AS fingerprint
  FROM ${table}, unnest(ARRAY[${columns.join(', ')}]) AS sealed
  WHERE ${condition} AND starts_with(sealed, '${SEAL}.')`;

/** Without these the program does not start: no webhook could be signed. */
export const usedKeys = keysOf(webhookSecrets);

@Injectable()
export class SealedSecretRepository {
  constructor(private readonly database: Database) {}

  /** Of the keys that secrets of webhooks need. */
  fingerprints(): Promise<string[]> {
    return this.read(usedKeys);
  }

  /** Of the keys that anything needs. */
  allFingerprints(): Promise<string[]> {
    return this.read(sealedColumns.map(keysOf).join('\nUNION\n'));
  }

  /** What is sealed with this key after `last`, skipping locked rows. */
  lockSealedWith(
    fingerprint: string,
    { table, id, idType, condition, columns }: SealedColumns,
    last: SealedTexts | undefined,
    limit: number,
  ): Promise<SealedTexts[]> {
    const isSealed = columns.map((column) => `starts_with(${column}, $1)`).join(' OR ');
    return this.database.rows(
      `SELECT organization_id, ${id} AS id, ARRAY[${columns.join(', ')}] AS sealed FROM ${table}
       WHERE ${condition} AND (${isSealed})
         AND ($2::uuid IS NULL OR (organization_id, ${id}) > ($2, $3::${idType}))
       ORDER BY organization_id, ${id} LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED`,
      [`${SEAL}.${fingerprint}.`, last?.organization_id ?? null, last?.id ?? null, limit],
    );
  }

  async replace({ table, id, idType, columns }: SealedColumns, texts: readonly SealedTexts[]): Promise<void> {
    const lists = columns.map((_, index) => `$${index + 3}::text[]`);
    await this.database.rows(
      `UPDATE ${table} s SET ${columns.map((column) => `${column} = r.${column}`).join(', ')}
       FROM unnest($1::uuid[], $2::${idType}[], ${lists.join(', ')})
         AS r(organization_id, id, ${columns.join(', ')})
       WHERE s.organization_id = r.organization_id AND s.${id} = r.id`,
      [
        texts.map((one) => one.organization_id),
        texts.map((one) => one.id),
        ...columns.map((_, index) => texts.map(({ sealed }) => sealed[index])),
      ],
    );
  }

  private async read(keys: string): Promise<string[]> {
    const found = await this.database.rows<{ fingerprint: string }>(keys);
    return found.map(({ fingerprint }) => fingerprint);
  }
}
