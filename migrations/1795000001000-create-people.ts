import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Departments, roles, people with the history of their cost rates, and requisitions. */
export class CreatePeople1795000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE departments (
        organization_id uuid NOT NULL CONSTRAINT departments_organization_fkey REFERENCES organizations (id),
        id uuid NOT NULL,
        name text NOT NULL,
        name_key text NOT NULL,
        is_unassigned boolean NOT NULL DEFAULT false,
        is_archived boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT departments_pkey PRIMARY KEY (organization_id, id)
      );
      CREATE UNIQUE INDEX departments_name_key ON departments (organization_id, name_key) WHERE NOT is_archived;
      CREATE UNIQUE INDEX departments_unassigned_key ON departments (organization_id) WHERE is_unassigned;
      CREATE INDEX departments_is_archived ON departments (organization_id, is_archived, id);
      CREATE INDEX departments_name_words ON departments USING gin (name_key gin_trgm_ops);

      CREATE TABLE roles (
        organization_id uuid NOT NULL CONSTRAINT roles_organization_fkey REFERENCES organizations (id),
        id uuid NOT NULL,
        name text NOT NULL,
        name_key text NOT NULL,
        department_id uuid NOT NULL,
        capacity numeric(5,4) NOT NULL DEFAULT 1,
        billable_utilization_target numeric(5,4) NOT NULL DEFAULT 0.8,
        default_cost_rate_currency_code text,
        default_cost_rate_amount numeric(15,4),
        is_unassigned boolean NOT NULL DEFAULT false,
        is_archived boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT roles_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT roles_department_fkey FOREIGN KEY (organization_id, department_id)
          REFERENCES departments (organization_id, id),
        CONSTRAINT roles_default_cost_rate_check
          CHECK ((default_cost_rate_currency_code IS NULL) = (default_cost_rate_amount IS NULL))
      );
      CREATE UNIQUE INDEX roles_name_key ON roles (organization_id, name_key) WHERE NOT is_archived;
      CREATE UNIQUE INDEX roles_unassigned_key ON roles (organization_id) WHERE is_unassigned;
      CREATE INDEX roles_department ON roles (organization_id, department_id, id);
      CREATE INDEX roles_is_archived ON roles (organization_id, is_archived, id);
      CREATE INDEX roles_name_words ON roles USING gin (name_key gin_trgm_ops);

      CREATE TABLE people (
        organization_id uuid NOT NULL CONSTRAINT people_organization_fkey REFERENCES organizations (id),
        id uuid NOT NULL,
        given_name text,
        family_name text,
        email_address text NOT NULL,
        email_key text NOT NULL,
        search_key text NOT NULL,
        role_id uuid NOT NULL,
        capacity numeric(5,4),
        billable_utilization_target numeric(5,4),
        billing_type text NOT NULL DEFAULT 'billable'
          CONSTRAINT people_billing_type_check CHECK (billing_type IN ('billable', 'non_billable')),
        worker_type text NOT NULL DEFAULT 'full_time'
          CONSTRAINT people_worker_type_check CHECK (worker_type IN ('full_time', 'part_time', 'contractor')),
        start_date date,
        termination_date date,
        image_url text,
        is_archived boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT people_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT people_role_fkey FOREIGN KEY (organization_id, role_id) REFERENCES roles (organization_id, id),
        CONSTRAINT people_dates_check CHECK (termination_date >= start_date)
      );
      CREATE UNIQUE INDEX people_email_key ON people (organization_id, email_key) WHERE NOT is_archived;
      CREATE INDEX people_role ON people (organization_id, role_id, id);
      CREATE INDEX people_worker_type ON people (organization_id, worker_type, id);
      CREATE INDEX people_billing_type ON people (organization_id, billing_type, id);
      CREATE INDEX people_is_archived ON people (organization_id, is_archived, id);
      CREATE INDEX people_search_words ON people USING gin (search_key gin_trgm_ops);
      CREATE INDEX people_termination ON people (organization_id, termination_date)
        WHERE NOT is_archived AND termination_date IS NOT NULL;

      CREATE TABLE person_additional_roles (
        organization_id uuid NOT NULL,
        person_id uuid NOT NULL,
        role_id uuid NOT NULL,
        CONSTRAINT person_additional_roles_pkey PRIMARY KEY (organization_id, person_id, role_id),
        CONSTRAINT person_additional_roles_person_fkey FOREIGN KEY (organization_id, person_id)
          REFERENCES people (organization_id, id),
        CONSTRAINT person_additional_roles_role_fkey FOREIGN KEY (organization_id, role_id)
          REFERENCES roles (organization_id, id)
      );
      CREATE INDEX person_additional_roles_role ON person_additional_roles (organization_id, role_id, person_id);

      CREATE TABLE people_tags (
        organization_id uuid NOT NULL,
        person_id uuid NOT NULL,
        tag_id uuid NOT NULL,
        CONSTRAINT people_tags_pkey PRIMARY KEY (organization_id, person_id, tag_id),
        CONSTRAINT people_tags_person_fkey FOREIGN KEY (organization_id, person_id)
          REFERENCES people (organization_id, id),
        CONSTRAINT people_tags_tag_fkey FOREIGN KEY (organization_id, tag_id) REFERENCES tags (organization_id, id)
      );
      CREATE INDEX people_tags_tag ON people_tags (organization_id, tag_id, person_id);

      CREATE TABLE person_cost_rates (
        organization_id uuid NOT NULL,
        person_id uuid NOT NULL,
        effective_date date NOT NULL,
        currency_code text,
        amount numeric(15,4),
        CONSTRAINT person_cost_rates_pkey PRIMARY KEY (organization_id, person_id, effective_date),
        CONSTRAINT person_cost_rates_person_fkey FOREIGN KEY (organization_id, person_id)
          REFERENCES people (organization_id, id),
        CONSTRAINT person_cost_rates_money_check CHECK ((currency_code IS NULL) = (amount IS NULL))
      );

      CREATE TABLE requisitions (
        organization_id uuid NOT NULL CONSTRAINT requisitions_organization_fkey REFERENCES organizations (id),
        id uuid NOT NULL,
        name text NOT NULL,
        name_key text NOT NULL,
        role_id uuid NOT NULL,
        status text NOT NULL DEFAULT 'open'
          CONSTRAINT requisitions_status_check CHECK (status IN ('open', 'pending', 'closed')),
        start_date date,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT requisitions_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT requisitions_role_fkey FOREIGN KEY (organization_id, role_id) REFERENCES roles (organization_id, id)
      );
      CREATE INDEX requisitions_role ON requisitions (organization_id, role_id, id);
      CREATE INDEX requisitions_status ON requisitions (organization_id, status, id);
      CREATE INDEX requisitions_name_words ON requisitions USING gin (name_key gin_trgm_ops);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE requisitions, person_cost_rates, people_tags, person_additional_roles, people, roles, departments;
    `);
  }
}
