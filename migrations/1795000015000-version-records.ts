import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each change of a row of these is a change of the record. */
const whole = [
  'organizations',
  'users',
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
  'actual_time',
  'timesheet_entries',
];

/** Of these only the columns named here are of the record; the others are the program's own notes. */
const partly = {
  access_tokens: 'user_id, name, token_hash, scopes, expires_at, revoked_at',
  project_offerings: `project_id, name, name_key, billing_model, rate_card_id, fixed_revenue_amount, retainer_amount,
    retainer_period`,
  project_offering_roles: 'project_offering_id, role_id, person_id, requisition_id, allocation',
  webhook_subscribers: 'name, url, description, secret',
  webhook_deliveries: 'state, attempts, next_attempt_at, is_redelivery',
};

const version = (name: string, event: string, table: string, condition = ''): string => `
  CREATE TRIGGER ${name} BEFORE ${event} ON ${table}
  FOR EACH ROW ${condition} EXECUTE FUNCTION move_modified_at();`;

/**
 * The moment of a record's last change is its version: each change moves it, by at least a millisecond, and nothing else
 * does. It is taken here, when the row is locked, because the moment at which a transaction began may lie before a
 * change that was committed meanwhile. Whoever changes what is not in the row, such as its tags, names the column.
 */
export class VersionRecords1795000015000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION move_modified_at() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.modified_at := greatest(clock_timestamp(), OLD.modified_at + interval '1 millisecond');
        RETURN NEW;
      END $$;
      ${whole.map((table) => version(`${table}_version`, 'UPDATE', table)).join('')}
      ${Object.entries(partly)
        .map(([table, columns]) => version(`${table}_version`, `UPDATE OF ${columns}, modified_at`, table))
        .join('')}
      -- A failed attempt, which names these columns too, changes them only where it disables the subscriber.
      ${version(
        'webhook_subscribers_status_version',
        'UPDATE OF status, disabled_reason, disabled_at',
        'webhook_subscribers',
        'WHEN (OLD.status <> NEW.status)',
      )}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION move_modified_at() CASCADE');
  }
}
