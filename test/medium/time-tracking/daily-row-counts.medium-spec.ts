import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ActualTimeRecordingService } from '../../../src/contexts/time-tracking/actual-time/actual-time-recording.service.js';
import type { ActualTimeResponse } from '../../../src/contexts/time-tracking/actual-time/actual-time.dto.js';
import { ActualTimeService } from '../../../src/contexts/time-tracking/actual-time/actual-time.service.js';
import { DailyRowCountsRepository } from '../../../src/contexts/time-tracking/daily-row-counts/daily-row-counts.repository.js';
import { TimesheetEntryIntake } from '../../../src/contexts/time-tracking/index.js';
import type { ListTimesheetEntriesQuery } from '../../../src/contexts/time-tracking/timesheet-entries/timesheet-entry.dto.js';
import { TimesheetEntryService } from '../../../src/contexts/time-tracking/timesheet-entries/timesheet-entry.service.js';
import { Database } from '../../../src/platform/database/index.js';
import { addDays } from '../../../src/platform/values/index.js';
import { Random } from '../../../src/seed/world/random.js';
import { anActualTime, aTimesheetEntry } from '../../factories/time-tracking.factory.js';
import { createPlanning, type Planning } from '../../support/application/planning.js';
import { createTestModule, type TestModule } from '../../support/application/test-application.js';

const FIRST_DAY = '2026-03-02';
const DAYS = 6;
const PAGE_SIZE = 7;
const tables = ['actual_time', 'timesheet_entries'] as const;
type Table = (typeof tables)[number];

let application: TestModule;
let planning: Planning;
let counts: DailyRowCountsRepository;
let time: ActualTimeResponse;

beforeAll(async () => {
  application = await createTestModule();
  counts = application.get(DailyRowCountsRepository);
  planning = await createPlanning(application);
  const body = anActualTime(await planning.newOffering(), await planning.newPerson());
  time = await application.get(ActualTimeRecordingService).create(application.organizationId, body);
  const entry = aTimesheetEntry(time);
  await application.get(TimesheetEntryIntake).take(application.organizationId, [entry]);
});
afterAll(() => application.close());

/** Rows that are like the first one but for their id and what is given. */
const insertion = (table: Table, day: string, billable: boolean, count: number): string => `
  INSERT INTO ${table} SELECT made.* FROM (SELECT to_jsonb(t) AS row FROM ${table} t LIMIT 1) first,
    generate_series(1, ${count}) n, jsonb_populate_record(NULL::${table}, first.row || jsonb_build_object(
      'id', gen_random_uuid(), 'n', n, 'recorded_date', '${day}', 'billable', ${billable})) made`;

const few = (table: Table, count: number): string =>
  `id IN (SELECT id FROM ${table} ORDER BY random() LIMIT ${count} FOR UPDATE SKIP LOCKED)`;

const sum = async (table: Table): Promise<number> => {
  const [row] = await application.database.query<{ sum: number }[]>(
    `SELECT sum(row_count)::int AS sum FROM ${table}_counts`,
  );
  return row?.sum ?? 0;
};

/** The hours of the table less those of its counts. */
const hoursMissing = async (table: Table): Promise<number> => {
  const [row] = await application.database.query<{ missing: string }[]>(
    `SELECT (SELECT coalesce(sum(hours), 0) FROM ${table}) - coalesce(sum(hours), 0) AS missing FROM ${table}_counts`,
  );
  return Number(row?.missing);
};

const rowsOf = async (table: string): Promise<number> => {
  const [row] = await application.database.query<{ count: number }[]>(`SELECT count(*)::int FROM ${table}`);
  return row?.count ?? 0;
};

const listOf = (table: Table): ActualTimeService | TimesheetEntryService =>
  table === 'actual_time' ? application.get(ActualTimeService) : application.get(TimesheetEntryService);

/** One page as the list gives it, and as all rows of the same moment give it when they are sorted and counted. */
async function bothWays(table: Table, query: ListTimesheetEntriesQuery, page: number) {
  const { organizationId } = application;
  const database = application.get(Database);
  const status = query.approval_status
    ? `AND approval_status = ANY ('{${query.approval_status.join()}}')`
    : '';
  const matching = `FROM ${table} WHERE organization_id = $1 AND recorded_date BETWEEN $2 AND $3
    AND billable = coalesce($4, billable) ${status}`;
  const values = [organizationId, query.start_date, query.end_date, query.billable ?? null];
  return database.snapshot(async () => {
    const listed = await listOf(table).list(organizationId, query, { page, pageSize: PAGE_SIZE });
    const all = await database.rows<{ id: string }>(
      `SELECT id ${matching} ORDER BY recorded_date, id`,
      values,
    );
    const begin = (page - 1) * PAGE_SIZE;
    return {
      listed: { total: listed.total, ids: listed.rows.map(({ id }) => id) },
      expected: { total: all.length, ids: all.slice(begin, begin + PAGE_SIZE).map(({ id }) => id) },
    };
  });
}

/** One of the things that happen to recorded time, at random. */
async function happen(random: Random): Promise<void> {
  const table = random.pick(tables);
  const day = addDays(FIRST_DAY, random.between(0, DAYS - 1));
  const changes = [
    insertion(table, day, random.chance(60), random.between(1, 12)),
    insertion(table, day, random.chance(60), 1),
    `UPDATE ${table} SET recorded_date = '${day}' WHERE ${few(table, random.between(1, 5))}`,
    `UPDATE ${table} SET billable = NOT billable, hours = 1 WHERE ${few(table, 3)}`,
    `UPDATE ${table} SET hours = ${random.between(1, 2400) / 100} WHERE ${few(table, 3)}`,
    `UPDATE timesheet_entries SET approval_status = 'approved' WHERE ${few('timesheet_entries', 4)}`,
    `DELETE FROM ${table} WHERE ${few(table, random.between(1, 4))} AND (SELECT count(*) FROM ${table}) > 20`,
  ];
  const runner = application.database.createQueryRunner();
  try {
    await runner.startTransaction();
    for (let count = random.between(1, 3); count > 0; count -= 1) await runner.query(random.pick(changes));
    await (random.chance(80) ? runner.commitTransaction() : runner.rollbackTransaction());
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}

async function look(random: Random): Promise<void> {
  const table = random.pick(tables);
  const start_date = addDays(FIRST_DAY, random.between(-1, DAYS - 1));
  const query = {
    start_date,
    end_date: addDays(start_date, random.between(0, DAYS)),
    ...(random.chance(30) && { billable: random.chance(50) }),
    ...(table === 'timesheet_entries' && random.chance(40) && { approval_status: ['draft' as const] }),
  };
  const { listed, expected } = await bothWays(table, query, random.between(1, 12));
  expect({ table, query, ...listed }).toEqual({ table, query, ...expected });
}

describe('counts of recorded time', () => {
  it('give at every moment the totals and pages that counting and sorting all rows would give', async () => {
    const of = (label: string) => new Random(20_260_302).fork(label);
    const times = (count: number, work: () => Promise<unknown>) =>
      Array.from({ length: count }).reduce<Promise<unknown>>(
        (before) => before.then(work),
        Promise.resolve(),
      );
    const [first, second, third, reader] = ['first', 'second', 'third', 'reader'].map(of) as [
      Random,
      Random,
      Random,
      Random,
    ];
    await Promise.all([
      ...[first, second, third].map((random) => times(60, () => happen(random))),
      ...[7, 50].map((most) => times(60, () => counts.addUp(most))),
      times(120, () => look(reader)),
    ]);
    while (await counts.addUp(100));
    for (const table of tables) {
      expect(await sum(table)).toBe(await rowsOf(table));
      expect(await hoursMissing(table)).toBe(0);
    }
  });

  it('are few when they are added up, and wait for nobody who writes', async () => {
    const few = await rowsOf('actual_time_counts');
    const runner = application.database.createQueryRunner();
    await runner.startTransaction();
    await runner.query(insertion('actual_time', FIRST_DAY, true, 3));
    await runner.query(`SELECT FROM actual_time_counts WHERE is_sum FOR UPDATE`);
    for (let count = 0; count < 30; count += 1)
      await application.database.query(insertion('actual_time', FIRST_DAY, true, 1));
    while (await counts.addUp(10));
    expect(await rowsOf('actual_time_counts')).toBeLessThan(few + 10);
    expect(await sum('actual_time')).toBe(await rowsOf('actual_time'));
    await runner.commitTransaction();
    await runner.release();
    expect(await sum('actual_time')).toBe(await rowsOf('actual_time'));
  });

  it('follow a merge, which moves rows to another project, without a change', async () => {
    const target = await planning.newProject();
    const before = await rowsOf('timesheet_entries_counts');
    await application.database.query('UPDATE project_offerings SET project_id = $2 WHERE project_id = $1', [
      planning.projectId,
      target,
    ]);
    expect(await rowsOf('timesheet_entries_counts')).toBe(before);
  });

  it('can be made anew for rows that came without them', async () => {
    const runner = application.database.createQueryRunner();
    await runner.query('SET session_replication_role = replica');
    await runner.query(insertion('actual_time', FIRST_DAY, true, 5));
    await runner.query('RESET session_replication_role');
    await runner.release();
    expect(await sum('actual_time')).toBe((await rowsOf('actual_time')) - 5);
    await application.database.query('SELECT recount_actual_time()');
    expect(await sum('actual_time')).toBe(await rowsOf('actual_time'));
    expect(await hoursMissing('actual_time')).toBe(0);
  });

  it('are none when the table is emptied', async () => {
    await application.database.query('TRUNCATE actual_time, timesheet_entries CASCADE');
    expect([await rowsOf('actual_time_counts'), await rowsOf('timesheet_entries_counts')]).toEqual([0, 0]);
  });
});
