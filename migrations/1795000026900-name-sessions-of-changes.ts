import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was done in a session names it in a column of its own, and no longer as an access token. */
export class NameSessionsOfChanges1795000026900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE outbox_events ADD COLUMN actor_session_id uuid;
      ALTER TABLE changes ADD COLUMN actor_session_id uuid;
      CREATE INDEX changes_session ON changes (organization_id, actor_session_id, position)
        WHERE actor_session_id IS NOT NULL;
      ${['outbox_events', 'changes']
        .map(
          (table) => `
      UPDATE ${table} e SET actor_session_id = s.id, actor_access_token_id = NULL
      FROM sessions s WHERE s.organization_id = e.organization_id AND s.id = e.actor_access_token_id;`,
        )
        .join('')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${['outbox_events', 'changes']
        .map(
          (table) => `
      UPDATE ${table} SET actor_access_token_id = actor_session_id WHERE actor_session_id IS NOT NULL;
      ALTER TABLE ${table} DROP COLUMN actor_session_id;`,
        )
        .join('')}
    `);
  }
}
