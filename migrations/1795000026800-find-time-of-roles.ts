import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['actual_time', 'timesheet_entries'];

/** A role or a department has thousands of offering roles: of each, its time is found by day, with its hours. */
export class FindTimeOfRoles1795000026800 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) {
      await runner.query(`
        DROP INDEX ${table}_role;
        CREATE INDEX ${table}_role ON ${table} (organization_id, project_offering_role_id, recorded_date) INCLUDE (hours);
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) {
      await runner.query(`
        DROP INDEX ${table}_role;
        CREATE INDEX ${table}_role ON ${table} (organization_id, project_offering_role_id);
      `);
    }
  }
}
