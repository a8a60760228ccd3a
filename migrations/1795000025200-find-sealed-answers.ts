import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The few answers that are encrypted, for when their key is replaced. */
export class FindSealedAnswers1795000025200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX idempotency_keys_sealed ON idempotency_keys (organization_id, key_hash) WHERE is_sealed;',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX idempotency_keys_sealed;');
  }
}
