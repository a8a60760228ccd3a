import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The plan of an offering role has a version of its own, which each change of planned time moves. */
export class VersionPlans1795000020500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE project_offering_roles ADD COLUMN plan_modified_at timestamptz(3) NOT NULL DEFAULT now()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE project_offering_roles DROP COLUMN plan_modified_at');
  }
}
