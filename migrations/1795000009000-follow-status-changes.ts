import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The deliveries of a subscriber follow its status batch by batch; this says whose have not followed yet. */
export class FollowStatusChanges1795000009000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Of the last change of status, until all deliveries have followed it.
      ALTER TABLE webhook_subscribers ADD COLUMN status_change uuid;
      CREATE INDEX webhook_subscribers_status_change ON webhook_subscribers (organization_id, id)
        WHERE status_change IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_subscribers DROP COLUMN status_change');
  }
}
