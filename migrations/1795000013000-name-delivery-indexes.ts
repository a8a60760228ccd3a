import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether many deliveries are pending or queued changes faster than statistics do, and with the wrong ones PostgreSQL read
 * whole indexes of what is in some state. So these two are for those alone who repeat their conditions to the letter.
 */
export class NameDeliveryIndexes1795000013000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX webhook_deliveries_due, webhook_deliveries_queued;
      CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at)
        WHERE state = 'pending' AND next_attempt_at > '-infinity';
      CREATE INDEX webhook_deliveries_queued ON webhook_deliveries (id) WHERE (state = 'queued') IS TRUE;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX webhook_deliveries_due, webhook_deliveries_queued;
      CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE state = 'pending';
      CREATE INDEX webhook_deliveries_queued ON webhook_deliveries (id) WHERE state = 'queued';
    `);
  }
}
