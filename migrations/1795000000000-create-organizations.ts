import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Organizations, their users, access tokens and tags, and the outbox of events. */
export class CreateOrganizations1795000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE EXTENSION IF NOT EXISTS pg_trgm;

      CREATE TABLE organizations (
        id uuid CONSTRAINT organizations_pkey PRIMARY KEY,
        name text NOT NULL,
        name_key text NOT NULL CONSTRAINT organizations_name_key UNIQUE,
        currency_code text NOT NULL DEFAULT 'USD',
        time_zone text NOT NULL DEFAULT 'UTC',
        hours_per_week numeric(5,2) NOT NULL DEFAULT 40,
        target_margin numeric(5,4) NOT NULL DEFAULT 0,
        calculation_threshold text NOT NULL DEFAULT 'current_day',
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now()
      );

      CREATE TABLE users (
        organization_id uuid NOT NULL CONSTRAINT users_organization_fkey REFERENCES organizations (id),
        id uuid NOT NULL,
        email_address text NOT NULL,
        email_key text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT users_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT users_email_key UNIQUE (organization_id, email_key)
      );

      CREATE TABLE access_tokens (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        name text NOT NULL,
        token_hash text NOT NULL CONSTRAINT access_tokens_token_hash_key UNIQUE,
        scopes text[] NOT NULL,
        expires_at timestamptz(3),
        last_used_at timestamptz(3),
        revoked_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT access_tokens_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT access_tokens_user_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
      );

      CREATE TABLE tags (
        organization_id uuid NOT NULL CONSTRAINT tags_organization_fkey REFERENCES organizations (id),
        id uuid NOT NULL,
        name text NOT NULL,
        name_key text NOT NULL,
        is_archived boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT tags_pkey PRIMARY KEY (organization_id, id)
      );
      CREATE UNIQUE INDEX tags_name_key ON tags (organization_id, name_key) WHERE NOT is_archived;
      CREATE INDEX tags_name_words ON tags USING gin (name_key gin_trgm_ops);

      CREATE TABLE outbox_events (
        id uuid CONSTRAINT outbox_events_pkey PRIMARY KEY,
        organization_id uuid NOT NULL CONSTRAINT outbox_events_organization_fkey REFERENCES organizations (id),
        topic text NOT NULL,
        body text NOT NULL,
        occurred_at timestamptz(3) NOT NULL,
        status text NOT NULL DEFAULT 'pending' CONSTRAINT outbox_events_status_check CHECK (status IN ('pending', 'done'))
      );
      CREATE INDEX outbox_events_pending ON outbox_events (id) WHERE status = 'pending';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE outbox_events, tags, access_tokens, users, organizations; DROP EXTENSION pg_trgm;',
    );
  }
}
