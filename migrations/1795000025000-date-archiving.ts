import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The day on which somebody was archived is the last one on which they can have worked, where they have no last day. */
export class DateArchiving1795000025000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE people ADD archived_on date;
      -- No change of the record: its version stays.
      ALTER TABLE people DISABLE TRIGGER people_version;
      UPDATE people p SET archived_on = (p.modified_at AT TIME ZONE o.time_zone)::date
        FROM organizations o WHERE o.id = p.organization_id AND p.is_archived;
      ALTER TABLE people ENABLE TRIGGER people_version;
      ALTER TABLE people ADD CONSTRAINT people_archived_on_check CHECK (is_archived = (archived_on IS NOT NULL));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE people DROP archived_on');
  }
}
