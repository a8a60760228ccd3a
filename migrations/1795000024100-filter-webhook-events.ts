import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = 'name, url, description';
const filters = 'project_ids, modified_properties, exclude_access_token_ids';

const version = (of: string): string => `
  CREATE TRIGGER webhook_subscribers_version BEFORE UPDATE OF ${of}, modified_at ON webhook_subscribers
  FOR EACH ROW EXECUTE FUNCTION move_modified_at();`;

/** Which events a subscriber gets of its topics; null: all. */
export class FilterWebhookEvents1795000024100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_subscribers
        ADD COLUMN project_ids uuid[],
        ADD COLUMN modified_properties text[],
        ADD COLUMN exclude_access_token_ids uuid[];
      DROP TRIGGER webhook_subscribers_version ON webhook_subscribers;
      ${version(`${columns}, ${filters}`)}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER webhook_subscribers_version ON webhook_subscribers;
      ${version(columns)}
      ALTER TABLE webhook_subscribers
        DROP COLUMN project_ids,
        DROP COLUMN modified_properties,
        DROP COLUMN exclude_access_token_ids;
    `);
  }
}
