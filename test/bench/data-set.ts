import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DataSource } from 'typeorm';
import { writeDuration } from '../../src/import/report/remaining-time.js';
import type { ProgressView } from '../../src/import/report/progress.js';
import { addDays, dayIn, type CalendarDate } from '../../src/platform/values/calendar-date.js';
import { fillLarge, LARGE, RECORDED_DAYS, type DataSetSize } from '../support/large-data-set.js';
import type { BenchDatabase } from './bench-database.js';
import type { Scene } from './workloads.js';

const ORGANIZATION = 'Bench';
const EMAIL = 'bench@example.com';
/** So that the data set lasts a while before its newest days are too old. */
const DAYS_AHEAD = 60;
const PEOPLE_OF_A_PAGE = 500;

/** LARGE with so many times the rows; never fewer people than a page has. */
export const sizeOf = (factor: number): DataSetSize => ({
  ...LARGE,
  clients: Math.ceil(LARGE.clients * factor),
  people: Math.max(PEOPLE_OF_A_PAGE, Math.ceil(LARGE.people * factor)),
  projects: Math.ceil(LARGE.projects * factor),
});

interface DataSet {
  readonly scene: Scene;
  readonly token: string;
}

/**
 * An organization with the data set in the database, filled unless it is there already.
 * @param checkout whose program migrates the database and makes the token
 */
export async function prepareDataSet(
  database: BenchDatabase,
  checkout: string,
  factor: number,
  view: ProgressView,
): Promise<DataSet> {
  const token = await makeToken(database.url, checkout);
  const size = sizeOf(factor);
  const today = dayIn('UTC', new Date());
  const organization = await database.first<{ id: string; projects: number }>(
    `SELECT o.id, (SELECT count(*)::int FROM projects p WHERE p.organization_id = o.id) AS projects
     FROM organizations o WHERE o.name = $1`,
    [ORGANIZATION],
  );
  if (!organization) throw new Error(`The program made no organization "${ORGANIZATION}".`);
  if (organization.projects === 0) await fill(database.url, organization.id, size, today, view);
  else await mustFit(database, organization, size, today);
  return { token, scene: { size, factor, today } };
}

async function makeToken(databaseUrl: string, checkout: string): Promise<string> {
  const words = ['token', 'create', '--organization', ORGANIZATION, '--email', EMAIL, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, ['dist/cli.js', ...words], {
    cwd: checkout,
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  return (JSON.parse(stdout) as { token: string }).token;
}

async function fill(
  url: string,
  organizationId: string,
  size: DataSetSize,
  today: CalendarDate,
  view: ProgressView,
): Promise<void> {
  const source = await new DataSource({ type: 'postgres', url }).initialize();
  const began = Date.now();
  const firstDay = addDays(today, DAYS_AHEAD - RECORDED_DAYS);
  const onStep = (step: string, done: number, total: number): void => {
    const seconds = (Date.now() - began) / 1000;
    const left =
      done === 0 ? 'time left unknown' : `${writeDuration((seconds / done) * (total - done))} left`;
    view.show({ done, total, step, counts: 'filling the tables', left });
  };
  try {
    await fillLarge(source, organizationId, size, { firstDay, onStep });
  } finally {
    view.close();
    await source.destroy();
  }
}

async function mustFit(
  database: BenchDatabase,
  organization: { id: string; projects: number },
  size: DataSetSize,
  today: CalendarDate,
): Promise<void> {
  const another = 'name another database, or an empty one';
  if (organization.projects !== size.projects) {
    throw new Error(`The database has ${organization.projects} projects, not ${size.projects}: ${another}.`);
  }
  const newest = await database.first(
    'SELECT 1 FROM actual_time WHERE organization_id = $1 AND recorded_date = $2 LIMIT 1',
    [organization.id, today],
  );
  if (!newest) throw new Error(`The database has no actual time of ${today}: ${another}.`);
}
