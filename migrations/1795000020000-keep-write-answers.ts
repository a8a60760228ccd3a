import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The answers to writes that were sent with an Idempotency-Key, kept in the transaction of the write. */
export class KeepWriteAnswers1795000020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_keys (
        organization_id uuid NOT NULL
          CONSTRAINT idempotency_keys_organization_fkey REFERENCES organizations (id),
        user_id uuid NOT NULL,
        method text NOT NULL,
        path text NOT NULL,
        -- Of user, method, path and key.
        key_hash text NOT NULL,
        -- Of query, body and preconditions.
        digest text NOT NULL,
        status smallint NOT NULL,
        location text,
        etag text,
        body text,
        is_sealed boolean NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT idempotency_keys_pkey PRIMARY KEY (organization_id, key_hash)
      );
      CREATE INDEX idempotency_keys_oldest ON idempotency_keys (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_keys;');
  }
}
