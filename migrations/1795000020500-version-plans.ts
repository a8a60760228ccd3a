import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The plan of an offering role has a version of its own, which each statement that changes planned time moves. */
export class VersionPlans1795000020500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE project_offering_roles ADD COLUMN plan_modified_at timestamptz(3) NOT NULL DEFAULT now();

      CREATE FUNCTION move_plan_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE project_offering_roles r
        SET plan_modified_at = greatest(clock_timestamp(), r.plan_modified_at + interval '1 millisecond')
        FROM (SELECT DISTINCT organization_id, project_offering_role_id FROM changed) c
        WHERE r.organization_id = c.organization_id AND r.id = c.project_offering_role_id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER planned_time_inserted_version AFTER INSERT ON planned_time
        REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION move_plan_version();
      CREATE TRIGGER planned_time_updated_version AFTER UPDATE ON planned_time
        REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION move_plan_version();
      CREATE TRIGGER planned_time_deleted_version AFTER DELETE ON planned_time
        REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION move_plan_version();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION move_plan_version() CASCADE;
      ALTER TABLE project_offering_roles DROP COLUMN plan_modified_at;
    `);
  }
}
