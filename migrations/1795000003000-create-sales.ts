import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Clients, pipelines with their stages, and the ids that these have in CRM systems. */
export class CreateSales1795000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE clients (
        organization_id uuid NOT NULL CONSTRAINT clients_organization_fkey REFERENCES organizations (id),
        id uuid NOT NULL,
        name text NOT NULL,
        name_key text NOT NULL,
        account_manager_id uuid,
        is_archived boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT clients_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT clients_account_manager_fkey FOREIGN KEY (organization_id, account_manager_id)
          REFERENCES people (organization_id, id)
      );
      CREATE UNIQUE INDEX clients_name_key ON clients (organization_id, name_key) WHERE NOT is_archived;
      CREATE INDEX clients_name_words ON clients USING gin (name_key gin_trgm_ops);
      CREATE INDEX clients_is_archived ON clients (organization_id, is_archived, id);
      CREATE INDEX clients_account_manager ON clients (organization_id, account_manager_id, id);

      CREATE TABLE pipelines (
        organization_id uuid NOT NULL CONSTRAINT pipelines_organization_fkey REFERENCES organizations (id),
        id uuid NOT NULL,
        name text NOT NULL,
        name_key text NOT NULL,
        budget_amount numeric(15,4),
        budget_currency_code text,
        anticipated_start_date date,
        is_archived boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pipelines_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT pipelines_budget_check CHECK ((budget_currency_code IS NULL) = (budget_amount IS NULL))
      );
      CREATE UNIQUE INDEX pipelines_name_key ON pipelines (organization_id, name_key) WHERE NOT is_archived;
      CREATE INDEX pipelines_name_words ON pipelines USING gin (name_key gin_trgm_ops);
      CREATE INDEX pipelines_is_archived ON pipelines (organization_id, is_archived, id);

      CREATE TABLE pipeline_stages (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        pipeline_id uuid NOT NULL,
        name text NOT NULL,
        name_key text NOT NULL,
        position integer NOT NULL,
        likelihood numeric(5,4) NOT NULL,
        outcome text NOT NULL CONSTRAINT pipeline_stages_outcome_check CHECK (outcome IN ('open', 'won', 'lost')),
        is_archived boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pipeline_stages_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT pipeline_stages_pipeline_fkey FOREIGN KEY (organization_id, pipeline_id)
          REFERENCES pipelines (organization_id, id)
      );
      CREATE UNIQUE INDEX pipeline_stages_name_key ON pipeline_stages (organization_id, pipeline_id, name_key)
        WHERE NOT is_archived;
      CREATE INDEX pipeline_stages_order ON pipeline_stages (organization_id, pipeline_id, position, id);

      CREATE TABLE client_crm_identifiers (
        organization_id uuid NOT NULL,
        client_id uuid NOT NULL,
        position smallint NOT NULL,
        system text NOT NULL,
        identifier text NOT NULL,
        url text,
        CONSTRAINT client_crm_identifiers_pkey PRIMARY KEY (organization_id, client_id, position),
        CONSTRAINT client_crm_identifiers_client_fkey FOREIGN KEY (organization_id, client_id)
          REFERENCES clients (organization_id, id),
        CONSTRAINT client_crm_identifiers_key UNIQUE (organization_id, system, identifier)
      );

      CREATE TABLE pipeline_crm_identifiers (
        organization_id uuid NOT NULL,
        pipeline_id uuid NOT NULL,
        position smallint NOT NULL,
        system text NOT NULL,
        identifier text NOT NULL,
        url text,
        CONSTRAINT pipeline_crm_identifiers_pkey PRIMARY KEY (organization_id, pipeline_id, position),
        CONSTRAINT pipeline_crm_identifiers_pipeline_fkey FOREIGN KEY (organization_id, pipeline_id)
          REFERENCES pipelines (organization_id, id),
        CONSTRAINT pipeline_crm_identifiers_key UNIQUE (organization_id, system, identifier)
      );

      CREATE TABLE pipeline_stage_crm_identifiers (
        organization_id uuid NOT NULL,
        stage_id uuid NOT NULL,
        position smallint NOT NULL,
        system text NOT NULL,
        identifier text NOT NULL,
        url text,
        CONSTRAINT pipeline_stage_crm_identifiers_pkey PRIMARY KEY (organization_id, stage_id, position),
        CONSTRAINT pipeline_stage_crm_identifiers_stage_fkey FOREIGN KEY (organization_id, stage_id)
          REFERENCES pipeline_stages (organization_id, id),
        CONSTRAINT pipeline_stage_crm_identifiers_key UNIQUE (organization_id, system, identifier)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE pipeline_stage_crm_identifiers, pipeline_crm_identifiers, client_crm_identifiers,
        pipeline_stages, pipelines, clients;
    `);
  }
}
