import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSkills1796000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE skills (
        organization_id uuid NOT NULL REFERENCES organizations (id),
        id uuid NOT NULL,
        name text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (organization_id, id),
        CONSTRAINT skills_name_key UNIQUE (organization_id, name)
      );
      CREATE TRIGGER skills_version BEFORE UPDATE ON skills
        FOR EACH ROW EXECUTE FUNCTION move_modified_at();
      CREATE INDEX skills_modified ON skills (organization_id, modified_at, id);
      SELECT identify_records('skills', 'skill_id', 'skill_crm_identifiers');

      CREATE TABLE skill_profiles (
        organization_id uuid NOT NULL REFERENCES organizations (id),
        person_id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (organization_id, person_id)
      );`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE skill_profiles, skill_crm_identifiers, skills');
  }
}
