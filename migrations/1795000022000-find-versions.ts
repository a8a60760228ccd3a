import type { MigrationInterface, QueryRunner } from 'typeorm';

const listed = [
  'access_tokens',
  'tags',
  'departments',
  'roles',
  'people',
  'requisitions',
  'rate_cards',
  'rate_card_rates',
  'clients',
  'pipelines',
  'pipeline_stages',
  'projects',
  'project_offerings',
  'project_offering_roles',
  'actual_time',
  'timesheet_entries',
  'webhook_subscribers',
];

/** What changed since a moment, and lists across their parents, each in its order. */
export class FindVersions1795000022000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${listed.map((table) => `CREATE INDEX ${table}_modified ON ${table} (organization_id, modified_at, id);`).join('\n')}
      CREATE INDEX webhook_deliveries_modified
        ON webhook_deliveries (organization_id, webhook_subscriber_id, modified_at, id);
      DROP INDEX project_offering_roles_role, project_offering_roles_person;
      CREATE INDEX project_offering_roles_role ON project_offering_roles (organization_id, role_id, id);
      CREATE INDEX project_offering_roles_person ON project_offering_roles (organization_id, person_id, id)
        WHERE person_id IS NOT NULL;
      CREATE INDEX project_offerings_billing_model ON project_offerings (organization_id, billing_model, id);
      CREATE INDEX project_offerings_name_words ON project_offerings USING gin (name_key gin_trgm_ops);
      CREATE INDEX pipeline_stages_name_words ON pipeline_stages USING gin (name_key gin_trgm_ops);
      DROP INDEX rate_card_rates_role;
      CREATE INDEX rate_card_rates_role ON rate_card_rates (organization_id, role_id, id);
      CREATE INDEX pipeline_stages_is_archived ON pipeline_stages (organization_id, is_archived, id);
      CREATE INDEX planned_time_day ON planned_time (organization_id, plan_date, project_offering_role_id) INCLUDE (hours);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX planned_time_day, pipeline_stages_is_archived, pipeline_stages_name_words,
        project_offerings_billing_model, project_offerings_name_words, rate_card_rates_role, project_offering_roles_person, project_offering_roles_role, webhook_deliveries_modified,
        ${listed.map((table) => `${table}_modified`).join(', ')};
      CREATE INDEX rate_card_rates_role ON rate_card_rates (organization_id, role_id);
      CREATE INDEX project_offering_roles_role ON project_offering_roles (organization_id, role_id);
      CREATE INDEX project_offering_roles_person ON project_offering_roles (organization_id, person_id)
        WHERE person_id IS NOT NULL;
    `);
  }
}
