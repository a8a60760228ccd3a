import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = 'user_id, name, token_hash, scopes, expires_at, revoked_at';

const version = (changed: string): string => `
  CREATE OR REPLACE TRIGGER access_tokens_version BEFORE UPDATE OF ${changed}, modified_at ON access_tokens
  FOR EACH ROW EXECUTE FUNCTION move_modified_at();`;

/** What is shown of a token, and the tokens that it replaced, which are accepted until their overlap ends. */
export class RotateAccessTokens1795000018000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE access_tokens ADD COLUMN last_four text, ADD COLUMN rotated_at timestamptz(3);

      CREATE TABLE replaced_access_tokens (
        organization_id uuid NOT NULL,
        access_token_id uuid NOT NULL,
        token_hash text NOT NULL CONSTRAINT replaced_access_tokens_token_hash_key UNIQUE,
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT replaced_access_tokens_pkey PRIMARY KEY (organization_id, access_token_id, token_hash),
        CONSTRAINT replaced_access_tokens_token_fkey FOREIGN KEY (organization_id, access_token_id)
          REFERENCES access_tokens (organization_id, id)
      );
      ${version(`${columns}, last_four, rotated_at`)}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE replaced_access_tokens;
      ${version(columns)}
      ALTER TABLE access_tokens DROP COLUMN last_four, DROP COLUMN rotated_at;
    `);
  }
}
