import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Metrics read all time of an offering, which was recorded over years and lies on as many pages as it has rows. With
 * what they add up in the index they read the few pages of that index instead, however large the table is.
 */
export class CoverMetrics1795000012000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX actual_time_offering;
      CREATE INDEX actual_time_offering ON actual_time (organization_id, project_offering_id, recorded_date, id)
        INCLUDE (project_offering_role_id, person_id, hours, billable);
      -- Pages that have not been vacuumed since they were written are read besides.
      ALTER TABLE actual_time SET (autovacuum_vacuum_insert_scale_factor = 0.02);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE actual_time RESET (autovacuum_vacuum_insert_scale_factor);
      DROP INDEX actual_time_offering;
      CREATE INDEX actual_time_offering ON actual_time (organization_id, project_offering_id, recorded_date, id);
    `);
  }
}
