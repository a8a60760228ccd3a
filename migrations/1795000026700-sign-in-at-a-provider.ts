import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The accounts at an OpenID Connect provider that users are linked to, and sign-ins there that are under way. */
export class SignInAtAProvider1795000026700 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD COLUMN oidc_issuer text,
        ADD COLUMN oidc_subject text,
        ADD CONSTRAINT users_oidc_check CHECK ((oidc_issuer IS NULL) = (oidc_subject IS NULL)),
        ADD CONSTRAINT users_oidc_person_check CHECK (type = 'person' OR oidc_subject IS NULL),
        ADD CONSTRAINT users_oidc_key UNIQUE (organization_id, oidc_issuer, oidc_subject);

      CREATE TABLE open_id_sign_ins (
        state_hash text CONSTRAINT open_id_sign_ins_pkey PRIMARY KEY,
        -- Null: the one that was named is not there, which only the end tells.
        organization_id uuid CONSTRAINT open_id_sign_ins_organization_fkey REFERENCES organizations (id),
        nonce text NOT NULL,
        code_verifier text NOT NULL,
        return_to text NOT NULL,
        -- What the browser had when it was led away, whence it comes back without its cookie.
        session_organization_id uuid,
        session_id uuid,
        is_reauthentication boolean NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT open_id_sign_ins_session_fkey FOREIGN KEY (session_organization_id, session_id)
          REFERENCES sessions (organization_id, id) ON DELETE CASCADE
      );
      CREATE INDEX open_id_sign_ins_oldest ON open_id_sign_ins (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE open_id_sign_ins;
      ALTER TABLE users DROP COLUMN oidc_issuer, DROP COLUMN oidc_subject;
    `);
  }
}
