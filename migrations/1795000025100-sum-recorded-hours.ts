import type { MigrationInterface, QueryRunner } from 'typeorm';

const counted = [
  { table: 'actual_time', columns: ['recorded_date', 'billable'] },
  { table: 'timesheet_entries', columns: ['recorded_date', 'billable', 'approval_status'] },
];

/** Beside how many rows there are on each day, how many hours: sums by day, week or month need not read the rows. */
export class SumRecordedHours1795000025100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const { table, columns } of counted) {
      await runner.query(`
        DROP INDEX ${table}_counts_day;
        -- Filled anew below.
        TRUNCATE ${table}_counts;
        ALTER TABLE ${table}_counts ADD hours numeric NOT NULL;
        ${functions(table, columns.join(', '), true)}
        SELECT recount_${table}();
        CREATE INDEX ${table}_counts_day ON ${table}_counts (organization_id, ${columns.join(', ')})
          INCLUDE (row_count, hours);
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, columns } of counted) {
      await runner.query(`
        ALTER TABLE ${table}_counts DROP hours;
        ${functions(table, columns.join(', '), false)}
        CREATE INDEX ${table}_counts_day ON ${table}_counts (organization_id, ${columns.join(', ')})
          INCLUDE (row_count);
      `);
    }
  }
}

function functions(table: string, by: string, withHours: boolean): string {
  const columns = `organization_id, ${by}`;
  const target = `${table}_counts (${columns}, row_count${withHours ? ', hours' : ''})`;
  const hours = (sum: string): string => (withHours ? `, ${sum}` : '');
  return `
    CREATE OR REPLACE FUNCTION count_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO ${target}
          SELECT ${columns}, count(*)${hours('sum(hours)')} FROM added GROUP BY ${columns};
      ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO ${target}
          SELECT ${columns}, -count(*)${hours('-sum(hours)')} FROM removed GROUP BY ${columns};
      ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO ${target}
          SELECT ${columns}, sum(change)${hours('sum(change * hours)')} FROM (
            SELECT ${columns}${hours('hours')}, 1 AS change FROM added
            UNION ALL SELECT ${columns}${hours('hours')}, -1 FROM removed) changes
          GROUP BY ${columns} HAVING sum(change) <> 0${withHours ? ' OR sum(change * hours) <> 0' : ''};
      ELSE
        TRUNCATE ${table}_counts;
      END IF;
      RETURN NULL;
    END $$;
    CREATE OR REPLACE FUNCTION recount_${table}() RETURNS void LANGUAGE sql AS $$
      LOCK TABLE ${table} IN SHARE MODE;
      TRUNCATE ${table}_counts;
      INSERT INTO ${table}_counts (${columns}, row_count, is_sum${withHours ? ', hours' : ''})
        SELECT ${columns}, count(*), true${hours('sum(hours)')} FROM ${table} GROUP BY ${columns};
    $$;`;
}
