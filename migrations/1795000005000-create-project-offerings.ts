import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Offerings of projects, the roles planned in them, and the hours planned for each day. */
export class CreateProjectOfferings1795000005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE project_offerings (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        project_id uuid NOT NULL,
        name text NOT NULL,
        name_key text NOT NULL,
        billing_model text NOT NULL CONSTRAINT project_offerings_billing_model_check CHECK (billing_model IN
          ('time_and_materials', 'fixed_bid', 'fixed_retainer', 'non_billable', 'investment', 'admin')),
        rate_card_id uuid,
        fixed_revenue_amount numeric(15,4),
        retainer_amount numeric(15,4),
        retainer_period text
          CONSTRAINT project_offerings_retainer_period_check CHECK (retainer_period IN ('week', 'month')),
        sold_hours numeric,
        sold_cost_amount numeric,
        sold_revenue_amount numeric,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT project_offerings_pkey PRIMARY KEY (organization_id, id),
        -- What was recorded names the project too; this key lets it follow the offering into another project.
        CONSTRAINT project_offerings_project_key UNIQUE (organization_id, id, project_id),
        CONSTRAINT project_offerings_name_key UNIQUE (organization_id, project_id, name_key),
        CONSTRAINT project_offerings_project_fkey FOREIGN KEY (organization_id, project_id)
          REFERENCES projects (organization_id, id),
        CONSTRAINT project_offerings_rate_card_fkey FOREIGN KEY (organization_id, rate_card_id)
          REFERENCES rate_cards (organization_id, id),
        CONSTRAINT project_offerings_sold_check
          CHECK (num_nulls(sold_hours, sold_cost_amount, sold_revenue_amount) IN (0, 3))
      );
      CREATE INDEX project_offerings_project ON project_offerings (organization_id, project_id, id);
      CREATE INDEX project_offerings_rate_card ON project_offerings (organization_id, rate_card_id)
        WHERE rate_card_id IS NOT NULL;

      CREATE TABLE project_offering_roles (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        project_offering_id uuid NOT NULL,
        role_id uuid NOT NULL,
        person_id uuid,
        requisition_id uuid,
        allocation numeric(5,4),
        sold_hours numeric,
        sold_cost_amount numeric,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT project_offering_roles_pkey PRIMARY KEY (organization_id, id),
        -- What was recorded names the offering and the role on it; this key keeps the two together.
        CONSTRAINT project_offering_roles_offering_key UNIQUE (organization_id, project_offering_id, id),
        CONSTRAINT project_offering_roles_person_key UNIQUE (organization_id, project_offering_id, person_id),
        CONSTRAINT project_offering_roles_offering_fkey FOREIGN KEY (organization_id, project_offering_id)
          REFERENCES project_offerings (organization_id, id),
        CONSTRAINT project_offering_roles_role_fkey FOREIGN KEY (organization_id, role_id)
          REFERENCES roles (organization_id, id),
        CONSTRAINT project_offering_roles_person_fkey FOREIGN KEY (organization_id, person_id)
          REFERENCES people (organization_id, id),
        CONSTRAINT project_offering_roles_requisition_fkey FOREIGN KEY (organization_id, requisition_id)
          REFERENCES requisitions (organization_id, id),
        CONSTRAINT project_offering_roles_assignment_check CHECK (num_nonnulls(person_id, requisition_id) < 2),
        CONSTRAINT project_offering_roles_sold_check CHECK ((sold_hours IS NULL) = (sold_cost_amount IS NULL))
      );
      CREATE INDEX project_offering_roles_role ON project_offering_roles (organization_id, role_id);
      CREATE INDEX project_offering_roles_person ON project_offering_roles (organization_id, person_id)
        WHERE person_id IS NOT NULL;
      CREATE INDEX project_offering_roles_requisition ON project_offering_roles (organization_id, requisition_id)
        WHERE requisition_id IS NOT NULL;

      CREATE TABLE project_offering_role_tags (
        organization_id uuid NOT NULL,
        project_offering_role_id uuid NOT NULL,
        tag_id uuid NOT NULL,
        CONSTRAINT project_offering_role_tags_pkey
          PRIMARY KEY (organization_id, project_offering_role_id, tag_id),
        CONSTRAINT project_offering_role_tags_owner_fkey FOREIGN KEY (organization_id, project_offering_role_id)
          REFERENCES project_offering_roles (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT project_offering_role_tags_tag_fkey FOREIGN KEY (organization_id, tag_id)
          REFERENCES tags (organization_id, id)
      );
      CREATE INDEX project_offering_role_tags_tag
        ON project_offering_role_tags (organization_id, tag_id, project_offering_role_id);

      -- The hours stand in the key's index, so that sums over many days never visit the table.
      CREATE TABLE planned_time (
        organization_id uuid NOT NULL,
        project_offering_role_id uuid NOT NULL,
        plan_date date NOT NULL,
        hours numeric(6,2) NOT NULL CONSTRAINT planned_time_hours_check CHECK (hours > 0 AND hours <= 24),
        CONSTRAINT planned_time_pkey PRIMARY KEY (organization_id, project_offering_role_id, plan_date)
          INCLUDE (hours),
        CONSTRAINT planned_time_role_fkey FOREIGN KEY (organization_id, project_offering_role_id)
          REFERENCES project_offering_roles (organization_id, id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE planned_time, project_offering_role_tags, project_offering_roles, project_offerings;
    `);
  }
}
