import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who caused an event, what its record belongs to, and what changed from what to what. */
export class TellWhatEventsChanged1795000024000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE outbox_events
        ADD COLUMN actor_user_id uuid,
        ADD COLUMN actor_access_token_id uuid,
        ADD COLUMN parents jsonb,
        ADD COLUMN modified_properties text[],
        ADD COLUMN "values" jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE outbox_events
        DROP COLUMN actor_user_id,
        DROP COLUMN actor_access_token_id,
        DROP COLUMN parents,
        DROP COLUMN modified_properties,
        DROP COLUMN "values";
    `);
  }
}
