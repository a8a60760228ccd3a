import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A delivery is written four times until it is delivered, each time into every index. So those by time and of what is
 * delivered go: the id of a delivery begins with the moment at which it was made.
 */
export class FindDeliveriesById1795000011000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX webhook_deliveries_created_at, webhook_deliveries_state;
      CREATE INDEX webhook_deliveries_state
        ON webhook_deliveries (organization_id, webhook_subscriber_id, state, id)
        WHERE state IN ('pending', 'queued', 'exhausted', 'parked', 'cancelled');
      UPDATE webhook_deliveries SET created_at =
        to_timestamp(('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0);
      -- Room for what came of an attempt beside its beginning, which then needs no index entries of its own.
      ALTER TABLE webhook_attempts SET (fillfactor = 50);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_attempts RESET (fillfactor);
      DROP INDEX webhook_deliveries_state;
      CREATE INDEX webhook_deliveries_state
        ON webhook_deliveries (organization_id, webhook_subscriber_id, state, id);
      CREATE INDEX webhook_deliveries_created_at
        ON webhook_deliveries (organization_id, webhook_subscriber_id, created_at, id);
    `);
  }
}
