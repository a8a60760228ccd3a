import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Identified {
  readonly table: string;
  readonly owner: string;
  readonly identifiers: string;
}

const identified = (table: string, owner: string, identifiers: string): Identified => ({
  table,
  owner: `${owner}_id`,
  identifiers: `${identifiers}_crm_identifiers`,
});

/** Kept their list in the table of their identifiers. */
const before = [
  identified('clients', 'client', 'client'),
  identified('pipelines', 'pipeline', 'pipeline'),
  identified('pipeline_stages', 'stage', 'pipeline_stage'),
  identified('projects', 'project', 'project'),
];

const added = [
  identified('departments', 'department', 'department'),
  identified('roles', 'role', 'role'),
  identified('people', 'person', 'person'),
  identified('requisitions', 'requisition', 'requisition'),
  identified('rate_cards', 'rate_card', 'rate_card'),
  identified('rate_card_rates', 'rate_card_rate', 'rate_card_rate'),
  identified('project_offerings', 'project_offering', 'project_offering'),
  identified('project_offering_roles', 'project_offering_role', 'project_offering_role'),
  identified('actual_time', 'actual_time', 'actual_time'),
  identified('timesheet_entries', 'timesheet_entry', 'timesheet_entry'),
];

/** Of these only the columns named here are of the record. */
const versions = {
  project_offerings: `project_id, name, name_key, billing_model, rate_card_id, fixed_revenue_amount, retainer_amount,
    retainer_period`,
  project_offering_roles: 'project_offering_id, role_id, person_id, requisition_id, allocation',
};

const version = (columns: (of: string) => string): string =>
  Object.entries(versions)
    .map(
      ([table, of]) => `
        DROP TRIGGER ${table}_version ON ${table};
        CREATE TRIGGER ${table}_version BEFORE UPDATE OF ${columns(of)}, modified_at ON ${table}
        FOR EACH ROW EXECUTE FUNCTION move_modified_at();`,
    )
    .join('');

/** A colon ends the system in a reference. */
const systemsMustStayApart = ({ identifiers, owner }: Identified): string => `
  DO $$
  DECLARE pair record;
  BEGIN
    SELECT one.organization_id, one.identifier, one.system AS first, one.${owner} AS first_id,
      other.system AS second, other.${owner} AS second_id INTO pair
    FROM ${identifiers} one JOIN ${identifiers} other
      ON other.organization_id = one.organization_id AND other.identifier = one.identifier
      AND replace(other.system, ':', '-') = replace(one.system, ':', '-') AND other.system > one.system
    WHERE one.system LIKE '%:%' OR other.system LIKE '%:%' LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'In ${identifiers} of the organization %, the identifier "%" of the system "%" (of %) and that of the system "%" (of %) would become one, since a system has no colon any more: rename one of the systems.',
        pair.organization_id, pair.identifier, pair.first, pair.first_id, pair.second, pair.second_id;
    END IF;
  END $$;`;

const moveListToRecord = ({ table, identifiers, owner }: Identified): string => `
  ALTER TABLE ${table} ADD COLUMN crm_identifiers json;
  ALTER TABLE ${table} DISABLE TRIGGER ${table}_version;
  UPDATE ${table} SET crm_identifiers = listed.list
  FROM (SELECT organization_id, ${owner} AS id,
      json_agg(json_build_object('system', system, 'identifier', identifier, 'url', url) ORDER BY position) AS list
    FROM ${identifiers} GROUP BY organization_id, ${owner}) listed
  WHERE ${table}.organization_id = listed.organization_id AND ${table}.id = listed.id;
  ALTER TABLE ${table} ENABLE TRIGGER ${table}_version;
  ALTER TABLE ${identifiers} DROP CONSTRAINT ${identifiers}_pkey, DROP COLUMN position, DROP COLUMN url,
    ADD CONSTRAINT ${identifiers}_pkey PRIMARY KEY (organization_id, ${owner}, system, identifier);`;

const moveListBack = ({ table, identifiers, owner }: Identified): string => `
  ALTER TABLE ${identifiers} DROP CONSTRAINT ${identifiers}_pkey, ADD COLUMN position smallint, ADD COLUMN url text;
  UPDATE ${identifiers} kept SET position = listed.place, url = listed.value->>'url'
  FROM ${table} owner, json_array_elements(owner.crm_identifiers) WITH ORDINALITY AS listed (value, place)
  WHERE owner.organization_id = kept.organization_id AND owner.id = kept.${owner}
    AND listed.value->>'system' = kept.system AND listed.value->>'identifier' = kept.identifier;
  ALTER TABLE ${identifiers} ALTER position SET NOT NULL,
    ADD CONSTRAINT ${identifiers}_pkey PRIMARY KEY (organization_id, ${owner}, position);`;

const withoutColons = ({ table }: Identified): string => `
  UPDATE ${table} SET crm_identifiers = (
    SELECT json_agg(json_build_object('system', replace(listed.value->>'system', ':', '-'),
      'identifier', listed.value->>'identifier', 'url', listed.value->>'url') ORDER BY listed.place)
    FROM json_array_elements(crm_identifiers) WITH ORDINALITY AS listed (value, place))
  WHERE EXISTS (SELECT FROM json_array_elements(crm_identifiers) listed WHERE listed->>'system' LIKE '%:%');`;

const identify = ({ table, owner, identifiers }: Identified): string =>
  `SELECT identify_records('${table}', '${owner}', '${identifiers}');`;

/**
 * Every record that another system may own has its identifiers. The list stands in the row, so that lists of records
 * look nowhere else; the table beside it leads from an identifier to its record, of which there is one.
 */
export class IdentifyRecords1795000021000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION keep_crm_identifiers() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' THEN
          EXECUTE format('DELETE FROM %I WHERE organization_id = $1 AND %I = $2', TG_ARGV[0], TG_ARGV[1])
          USING OLD.organization_id, OLD.id;
        END IF;
        -- In one order always, so that two writers of the same identifiers wait for each other instead of locking up.
        EXECUTE format('INSERT INTO %I (organization_id, %I, system, identifier)
          SELECT $1, $2, listed->>''system'', listed->>''identifier'' FROM json_array_elements($3) listed ORDER BY 3, 4',
          TG_ARGV[0], TG_ARGV[1])
        USING NEW.organization_id, NEW.id, NEW.crm_identifiers;
        RETURN NULL;
      END $$;

      -- For the migrations of extensions too. The records have the primary key (organization_id, id).
      CREATE FUNCTION identify_records(records text, owner text, identifiers text) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        EXECUTE format('ALTER TABLE %I ADD COLUMN IF NOT EXISTS crm_identifiers json', records);
        EXECUTE format('CREATE TABLE IF NOT EXISTS %1$I (
            organization_id uuid NOT NULL,
            %2$I uuid NOT NULL,
            system text NOT NULL,
            identifier text NOT NULL,
            CONSTRAINT %3$I PRIMARY KEY (organization_id, %2$I, system, identifier),
            CONSTRAINT %4$I FOREIGN KEY (organization_id, %2$I) REFERENCES %6$I (organization_id, id) ON DELETE CASCADE,
            CONSTRAINT %5$I UNIQUE (organization_id, system, identifier))',
          identifiers, owner, identifiers || '_pkey', identifiers || '_owner_fkey', identifiers || '_key', records);
        EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I FOR EACH ROW WHEN (NEW.crm_identifiers IS NOT NULL)
            EXECUTE FUNCTION keep_crm_identifiers(%L, %L)',
          records || '_crm_identifiers_insert', records, identifiers, owner);
        EXECUTE format('CREATE TRIGGER %I AFTER UPDATE OF crm_identifiers ON %I FOR EACH ROW
            WHEN (NEW.crm_identifiers::text IS DISTINCT FROM OLD.crm_identifiers::text)
            EXECUTE FUNCTION keep_crm_identifiers(%L, %L)',
          records || '_crm_identifiers_update', records, identifiers, owner);
      END $$;
      ${before.map(systemsMustStayApart).join('')}
      ${before.map(moveListToRecord).join('')}
      ${[...before, ...added].map(identify).join('\n')}
      ${before.map(withoutColons).join('')}
      ${version((of) => `${of}, crm_identifiers`)}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION identify_records;
      DROP FUNCTION keep_crm_identifiers CASCADE;
      ${before.map(moveListBack).join('')}
      ${version((of) => of)}
      ${[...before, ...added].map(({ table }) => `ALTER TABLE ${table} DROP COLUMN crm_identifiers;`).join('')}
      DROP TABLE ${added.map(({ identifiers }) => identifiers).join(', ')};
    `);
  }
}
