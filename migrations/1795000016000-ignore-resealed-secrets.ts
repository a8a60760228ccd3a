import type { MigrationInterface, QueryRunner } from 'typeorm';

const replaceTrigger = (columns: string): string => `
  DROP TRIGGER webhook_subscribers_version ON webhook_subscribers;
  CREATE TRIGGER webhook_subscribers_version BEFORE UPDATE OF ${columns}, modified_at ON webhook_subscribers
  FOR EACH ROW EXECUTE FUNCTION move_modified_at();`;

/**
 * A secret that is encrypted with another key is the same secret, so the version of its subscriber stays. Whoever replaces the
 * secret itself names modified_at.
 */
export class IgnoreResealedSecrets1795000016000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(replaceTrigger('name, url, description'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(replaceTrigger('name, url, description, secret'));
  }
}
