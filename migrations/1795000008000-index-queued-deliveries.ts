import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A job of the queue names a delivery by its id alone. Only what is queued is asked for so: the index stays small. */
export class IndexQueuedDeliveries1795000008000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX webhook_deliveries_queued ON webhook_deliveries (id) WHERE state = 'queued'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhook_deliveries_queued');
  }
}
