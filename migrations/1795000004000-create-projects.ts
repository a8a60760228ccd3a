import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Projects with their tags and their ids in CRM systems. */
export class CreateProjects1795000004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE projects (
        organization_id uuid NOT NULL CONSTRAINT projects_organization_fkey REFERENCES organizations (id),
        id uuid NOT NULL,
        name text NOT NULL,
        name_key text NOT NULL,
        project_model text NOT NULL
          CONSTRAINT projects_project_model_check CHECK (project_model IN ('client', 'internal')),
        client_id uuid,
        status text NOT NULL CONSTRAINT projects_status_check
          CHECK (status IN ('pre_sale', 'awaiting_start', 'in_progress', 'on_hold', 'completed')),
        stage_id uuid,
        start_date date,
        end_date date,
        target_margin numeric(5,4) NOT NULL,
        target_budget_amount numeric(15,4),
        target_budget_currency_code text,
        currency_code text NOT NULL,
        is_included boolean NOT NULL DEFAULT true,
        metadata jsonb NOT NULL DEFAULT '{}',
        merged_into_id uuid,
        is_archived boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT projects_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT projects_client_fkey FOREIGN KEY (organization_id, client_id)
          REFERENCES clients (organization_id, id),
        CONSTRAINT projects_stage_fkey FOREIGN KEY (organization_id, stage_id)
          REFERENCES pipeline_stages (organization_id, id),
        CONSTRAINT projects_merged_into_fkey FOREIGN KEY (organization_id, merged_into_id)
          REFERENCES projects (organization_id, id),
        CONSTRAINT projects_client_check CHECK ((project_model = 'client') = (client_id IS NOT NULL)),
        CONSTRAINT projects_dates_check CHECK (end_date >= start_date),
        CONSTRAINT projects_target_budget_check
          CHECK ((target_budget_currency_code IS NULL) = (target_budget_amount IS NULL))
      );
      CREATE INDEX projects_name_words ON projects USING gin (name_key gin_trgm_ops);
      CREATE INDEX projects_is_archived ON projects (organization_id, is_archived, id);
      CREATE INDEX projects_client ON projects (organization_id, client_id, id);
      CREATE INDEX projects_status ON projects (organization_id, status, id);
      CREATE INDEX projects_project_model ON projects (organization_id, project_model, id);
      CREATE INDEX projects_stage ON projects (organization_id, stage_id, id);
      CREATE INDEX projects_is_included ON projects (organization_id, is_included, id);
      CREATE INDEX projects_merged_into ON projects (organization_id, merged_into_id)
        WHERE merged_into_id IS NOT NULL;

      CREATE TABLE project_tags (
        organization_id uuid NOT NULL,
        project_id uuid NOT NULL,
        tag_id uuid NOT NULL,
        CONSTRAINT project_tags_pkey PRIMARY KEY (organization_id, project_id, tag_id),
        CONSTRAINT project_tags_project_fkey FOREIGN KEY (organization_id, project_id)
          REFERENCES projects (organization_id, id),
        CONSTRAINT project_tags_tag_fkey FOREIGN KEY (organization_id, tag_id)
          REFERENCES tags (organization_id, id)
      );
      CREATE INDEX project_tags_tag ON project_tags (organization_id, tag_id, project_id);

      CREATE TABLE project_crm_identifiers (
        organization_id uuid NOT NULL,
        project_id uuid NOT NULL,
        position smallint NOT NULL,
        system text NOT NULL,
        identifier text NOT NULL,
        url text,
        CONSTRAINT project_crm_identifiers_pkey PRIMARY KEY (organization_id, project_id, position),
        CONSTRAINT project_crm_identifiers_project_fkey FOREIGN KEY (organization_id, project_id)
          REFERENCES projects (organization_id, id),
        CONSTRAINT project_crm_identifiers_key UNIQUE (organization_id, system, identifier)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE project_crm_identifiers, project_tags, projects;');
  }
}
