import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each user may do is what their usable tokens allow, so that none of these loses or gains anything. */
export class GiveUsersRights1795000026500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD COLUMN type text NOT NULL DEFAULT 'person' CONSTRAINT users_type_check CHECK (type IN ('person', 'service')),
        ADD COLUMN is_administrator boolean NOT NULL DEFAULT false,
        ADD COLUMN scopes text[] NOT NULL DEFAULT '{}',
        ADD COLUMN is_archived boolean NOT NULL DEFAULT false,
        ADD CONSTRAINT users_service_check CHECK (type = 'person' OR (NOT is_administrator AND scopes = '{}'));

      -- No change of the record: its version stays.
      ALTER TABLE users DISABLE TRIGGER users_version;
      UPDATE users u SET
        is_administrator = 'admin' = ANY (held.scopes),
        scopes = CASE WHEN 'admin' = ANY (held.scopes) THEN '{}' ELSE held.scopes END
      FROM (
        SELECT t.organization_id, t.user_id, array_agg(DISTINCT scope COLLATE "C" ORDER BY scope COLLATE "C") AS scopes
        FROM access_tokens t CROSS JOIN unnest(t.scopes) scope
        WHERE t.revoked_at IS NULL AND (t.expires_at <= now()) IS NOT TRUE
        GROUP BY t.organization_id, t.user_id) held
      WHERE u.organization_id = held.organization_id AND u.id = held.user_id;
      ALTER TABLE users ENABLE TRIGGER users_version;

      CREATE INDEX users_modified ON users (organization_id, modified_at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX users_modified;
      ALTER TABLE users DROP COLUMN type, DROP COLUMN is_administrator, DROP COLUMN scopes, DROP COLUMN is_archived;
    `);
  }
}
