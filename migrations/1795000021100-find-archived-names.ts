import type { MigrationInterface, QueryRunner } from 'typeorm';

const named = ['clients', 'departments', 'pipelines', 'rate_cards', 'roles', 'tags'].map(
  (table) => [table, 'organization_id, name_key'] as const,
);
const all = [
  ...named,
  ['pipeline_stages', 'organization_id, pipeline_id, name_key'] as const,
  ['people', 'organization_id, email_key'] as const,
];

/** A name leads to an archived record too, where no other has it. */
export class FindArchivedNames1795000021100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of all) {
      await runner.query(`CREATE INDEX ${table}_archived_key ON ${table} (${columns}) WHERE is_archived`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table] of all) await runner.query(`DROP INDEX ${table}_archived_key`);
  }
}
