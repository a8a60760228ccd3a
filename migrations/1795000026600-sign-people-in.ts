import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Passwords, links that set one, sessions with their short-lived tokens, and counts of failed attempts. */
export class SignPeopleIn1795000026600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE user_passwords (
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        hash text NOT NULL,
        CONSTRAINT user_passwords_pkey PRIMARY KEY (organization_id, user_id),
        CONSTRAINT user_passwords_user_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
      );

      -- One for each user: a new one takes the place of the old.
      CREATE TABLE sign_in_links (
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        secret_hash text NOT NULL CONSTRAINT sign_in_links_secret_hash_key UNIQUE,
        purpose text NOT NULL CONSTRAINT sign_in_links_purpose_check CHECK (purpose IN ('invitation', 'reset', 'first_start')),
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT sign_in_links_pkey PRIMARY KEY (organization_id, user_id),
        CONSTRAINT sign_in_links_user_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
      );
      CREATE INDEX sign_in_links_oldest ON sign_in_links (expires_at);

      CREATE TABLE sessions (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        secret_hash text NOT NULL CONSTRAINT sessions_secret_hash_key UNIQUE,
        device text NOT NULL,
        address text NOT NULL,
        -- What the user might do when the secret was given.
        is_administrator boolean NOT NULL,
        scopes text[] NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        signed_in_at timestamptz(3) NOT NULL DEFAULT now(),
        last_used_at timestamptz(3) NOT NULL DEFAULT now(),
        ended_at timestamptz(3),
        CONSTRAINT sessions_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT sessions_user_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
      );
      CREATE INDEX sessions_of_user ON sessions (organization_id, user_id, created_at);
      CREATE INDEX sessions_oldest ON sessions (created_at);

      CREATE TABLE session_tokens (
        organization_id uuid NOT NULL,
        session_id uuid NOT NULL,
        token_hash text NOT NULL CONSTRAINT session_tokens_token_hash_key UNIQUE,
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT session_tokens_pkey PRIMARY KEY (organization_id, session_id, token_hash),
        CONSTRAINT session_tokens_session_fkey FOREIGN KEY (organization_id, session_id)
          REFERENCES sessions (organization_id, id) ON DELETE CASCADE
      );

      CREATE TABLE sign_in_failures (
        -- Hash of whose they are: of an address, of an account, or of both.
        key_hash text CONSTRAINT sign_in_failures_pkey PRIMARY KEY,
        failures integer NOT NULL,
        ends_at timestamptz(3) NOT NULL
      );
      CREATE INDEX sign_in_failures_oldest ON sign_in_failures (ends_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE sign_in_failures, session_tokens, sessions, sign_in_links, user_passwords;',
    );
  }
}
