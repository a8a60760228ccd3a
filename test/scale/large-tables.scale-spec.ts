import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiDescription, type Operation } from '../support/requests/api-description.js';
import { queriesOf, readingOf, visitedRows, wholeTableScans } from '../support/databases/explain.js';
import { requestOf } from '../support/databases/sent-statements.js';
import { fillLarge, idOf, LARGE } from '../support/databases/large-data-set.js';
import { SettableClock } from '../support/application/settable-clock.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { fill } from '../support/application/world.js';

/** A record with many rows below it, for each path and each filter that names one. */
const ids: Readonly<Record<string, string>> = {
  '/v1/clients': idOf('clients', 1),
  '/v1/departments': idOf('departments', 1),
  '/v1/people': idOf('people', 1),
  '/v1/projects': idOf('projects', 1),
  '/v1/projects/{project_id}/offerings': idOf('offerings', 1),
  '/v1/projects/{project_id}/offerings/{project_offering_id}/roles': idOf('offeringRoles', 1),
  '/v1/rate-cards': idOf('rateCards', 1),
  '/v1/rate-cards/{rate_card_id}/rates': idOf('rates', 41),
  '/v1/roles': idOf('roles', 1),
  '/v1/actual-time': idOf('actualTime', 1),
};

const filterIds: Readonly<Record<string, string>> = {
  client_id: idOf('clients', 1),
  department_id: idOf('departments', 1),
  person_id: idOf('people', 1),
  project_id: idOf('projects', 1),
  project_offering_id: idOf('offerings', 1),
  role_id: idOf('roles', 1),
};

/** For the others, which fit into a few pages, reading them whole can be the best plan. */
const growing = [
  'project_offerings',
  'project_offering_roles',
  'planned_time',
  'actual_time',
  'timesheet_entries',
];

/**
 * A row that matches is met once for the total, and some of them again for the page. Where a third of a table matches,
 * reading it from beginning to end is the fastest.
 */
const FACTOR = 3;

/** What an answer may go through beside what its list counts: the time of a project with fifteen roles. What is recorded is read twice. */
const BESIDE = 5000;

/** Rows of a day, and counts of the days of a year, at most. */
const DAY = 7200;
const COUNTS = 3500;

/** Lists of days are asked for the days of a default, and for all days from one on, each with every filter. */
function queriesAndOpenRangesOf(operation: Operation): string[] {
  const queries = queriesOf(operation, (member) => filterIds[member] ?? idOf('projects', 1)).flatMap(
    (query) => (query.endsWith('=true') ? [query, query.replace(/true$/, 'false')] : [query]),
  );
  const hasDays = operation.parameters?.some(({ name }) => name === 'start_date');
  const open = queries
    .filter((query) => !query.includes('_date='))
    .map((query) => `${query}&start_date=2025-01-01`);
  return hasDays ? [...queries, ...open] : queries;
}

describe('with 2 million planned days and 5 million rows of actual time', () => {
  let application: TestApplication;
  let description: ApiDescription;

  beforeAll(async () => {
    application = await createTestApplication({ clock: new SettableClock('2026-03-02T12:00:00Z') });
    await fillLarge(application.database, application.organizationId, LARGE);
    description = await ApiDescription.of(application.url);
  }, 600_000);
  afterAll(() => application.close());

  it('the tables are as large as that', async () => {
    const sizes = await application.database.query<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM projects UNION ALL SELECT count(*)::int FROM project_offering_roles
       UNION ALL SELECT count(*)::int FROM planned_time UNION ALL SELECT count(*)::int FROM actual_time`,
    );
    expect(sizes.map(({ n }) => n)).toEqual([2000, 30_000, 2_010_000, 5_010_000]);
  });

  it('no list, filter, single read or metric goes through many more rows than it answers for', async () => {
    const read: string[] = [];
    const excesses: string[] = [];
    for (const { method, path, operation } of description.operations()) {
      if (method !== 'GET') continue;
      const collections: string[] = [];
      fill(path, (collection) => (collections.push(collection), ''));
      if (collections.some((collection) => ids[collection] === undefined)) continue;
      const target = fill(path, (collection) => ids[collection] ?? '');
      for (const query of queriesAndOpenRangesOf(operation)) {
        const { statements, body } = await readingOf(application.api, `${target}${query}`);
        if (collections.length > 0) expect(statements).not.toEqual([]);
        const visited = await visitedRows(application.database, statements, growing);
        // Totals have no pages: they count what they add up.
        const matching = Number(body.total ?? body.count ?? 0);
        const projects = query.includes('include=kpis') ? Number(body.count) : 1;
        if (visited > FACTOR * matching + projects * BESIDE)
          excesses.push(`${path}${query}: ${visited} for ${matching}`);
        read.push(path);
      }
    }
    expect(excesses).toEqual([]);
    expect(read).toEqual(
      expect.arrayContaining([
        '/v1/actual-time',
        '/v1/timesheet-entries',
        '/v1/projects/{id}',
        '/v1/projects/{project_id}/offerings/{id}/metrics',
        '/v1/projects/{project_id}/offerings/{project_offering_id}/roles/{id}/planned-time',
      ]),
    );
  });

  it.each(['', '&billable=true'])(
    'a page deep in a year of time%s skips the days before it at once',
    async (filter) => {
      const year = 'start_date=2025-03-01&end_date=2026-02-28&pageSize=500';
      for (const [list, page] of [
        ['actual-time', 700],
        ['actual-time', 1000],
        ['actual-time', 3333],
        ['timesheet-entries', 300],
      ] as const) {
        const { statements, body } = await readingOf(
          application.api,
          `/v1/${list}?${year}&page=${page}${filter}`,
        );
        expect(Number(body.total)).toBeGreaterThan(page * 500);
        expect(body.count).toBe(500);
        const tables = ['actual_time', 'timesheet_entries', 'actual_time_counts', 'timesheet_entries_counts'];
        const visited = await visitedRows(application.database, statements, tables);
        expect(visited).toBeLessThan(DAY + 2 * COUNTS + 500);
      }
    },
  );

  it('a year of actual time takes as many statements as a day', async () => {
    const day = await readingOf(application.api, '/v1/actual-time?start_date=2026-03-02&end_date=2026-03-02');
    const year = await readingOf(
      application.api,
      '/v1/actual-time?start_date=2025-01-01&end_date=2025-12-31',
    );
    expect(year.statements.length).toBe(day.statements.length);
  });

  it('recording time is one locking read, the row and its event, along indexes', async () => {
    const time = {
      project_offering_id: idOf('offerings', 1),
      person_id: idOf('people', 8),
      recorded_date: '2026-03-02',
      hours: 7.5,
    };
    // The first request of a token looks it up.
    await application.api.create('/v1/actual-time', { ...time, hours: 1 });
    const { statements } = await requestOf(() => application.api.create('/v1/actual-time', time));
    expect(statements.map(([text]) => /^\s*(\w+)/.exec(text)?.[1])).toEqual(['SELECT', 'INSERT', 'INSERT']);
    expect(await wholeTableScans(application.database, statements)).toEqual([]);
  });
});
