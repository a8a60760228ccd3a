import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables that grow for ever, with the columns by which their rows are counted. */
const counted = [
  { table: 'actual_time', columns: ['recorded_date', 'billable'] },
  { table: 'timesheet_entries', columns: ['recorded_date', 'billable', 'approval_status'] },
];

/**
 * How many rows there are on each day. Whoever writes appends what they change and waits for nobody; a job adds these
 * up. A row of the table and its count are of one transaction, so every snapshot sees both or neither.
 */
export class CountRecordedTime1795000010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const { table, columns } of counted) {
      const by = columns.join(', ');
      await runner.query(`
        CREATE TABLE ${table}_counts AS
          SELECT organization_id, ${by}, 0 AS row_count, false AS is_sum FROM ${table} WITH NO DATA;
        ALTER TABLE ${table}_counts
          ${['organization_id', ...columns, 'row_count', 'is_sum'].map((column) => `ALTER ${column} SET NOT NULL`).join(', ')},
          ALTER is_sum SET DEFAULT false,
          -- Rows come and go in the same places, so there is little to clean, but often.
          SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
        CREATE INDEX ${table}_counts_day ON ${table}_counts (organization_id, ${by}) INCLUDE (row_count);
        CREATE INDEX ${table}_counts_changes ON ${table}_counts (organization_id) WHERE NOT is_sum;

        CREATE FUNCTION count_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF TG_OP = 'INSERT' THEN
            INSERT INTO ${table}_counts SELECT organization_id, ${by}, count(*) FROM added GROUP BY organization_id, ${by};
          ELSIF TG_OP = 'DELETE' THEN
            INSERT INTO ${table}_counts SELECT organization_id, ${by}, -count(*) FROM removed GROUP BY organization_id, ${by};
          ELSIF TG_OP = 'UPDATE' THEN
            INSERT INTO ${table}_counts SELECT organization_id, ${by}, sum(change) FROM (
                SELECT organization_id, ${by}, 1 AS change FROM added
                UNION ALL SELECT organization_id, ${by}, -1 FROM removed) changes
              GROUP BY organization_id, ${by} HAVING sum(change) <> 0;
          ELSE
            TRUNCATE ${table}_counts;
          END IF;
          RETURN NULL;
        END $$;
        CREATE TRIGGER ${table}_count_insert AFTER INSERT ON ${table} REFERENCING NEW TABLE AS added
          FOR EACH STATEMENT EXECUTE FUNCTION count_${table}();
        CREATE TRIGGER ${table}_count_delete AFTER DELETE ON ${table} REFERENCING OLD TABLE AS removed
          FOR EACH STATEMENT EXECUTE FUNCTION count_${table}();
        CREATE TRIGGER ${table}_count_update AFTER UPDATE ON ${table}
          REFERENCING OLD TABLE AS removed NEW TABLE AS added
          FOR EACH STATEMENT EXECUTE FUNCTION count_${table}();
        CREATE TRIGGER ${table}_count_truncate AFTER TRUNCATE ON ${table}
          FOR EACH STATEMENT EXECUTE FUNCTION count_${table}();

        -- For whoever fills the table without its triggers.
        CREATE FUNCTION recount_${table}() RETURNS void LANGUAGE sql AS $$
          LOCK TABLE ${table} IN SHARE MODE;
          TRUNCATE ${table}_counts;
          INSERT INTO ${table}_counts
            SELECT organization_id, ${by}, count(*), true FROM ${table} GROUP BY organization_id, ${by};
        $$;
        SELECT recount_${table}();
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table } of counted) {
      const triggers = ['insert', 'delete', 'update', 'truncate'];
      await runner.query(`
        ${triggers.map((event) => `DROP TRIGGER ${table}_count_${event} ON ${table};`).join('\n')}
        DROP FUNCTION count_${table}, recount_${table};
        DROP TABLE ${table}_counts;
      `);
    }
  }
}
