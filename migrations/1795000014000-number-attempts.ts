import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A delivery knows the number of its last attempt: who makes the next one need not look for it among all attempts. */
export class NumberAttempts1795000014000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_deliveries ADD COLUMN last_attempt_number integer NOT NULL DEFAULT 0;
      UPDATE webhook_deliveries d SET last_attempt_number = a.number
      FROM (
        SELECT organization_id, webhook_delivery_id, max(number) AS number FROM webhook_attempts
        GROUP BY organization_id, webhook_delivery_id
      ) a WHERE a.organization_id = d.organization_id AND a.webhook_delivery_id = d.id;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_deliveries DROP COLUMN last_attempt_number');
  }
}
