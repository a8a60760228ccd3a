import { DataSource } from 'typeorm';
import { addDays, dayIn, type CalendarDate } from '../../../src/platform/values/calendar/calendar-date.js';
import { fillLarge, LARGE, RECORDED_DAYS, type DataSetSize } from '../../support/databases/large-data-set.js';
import type { BenchDatabase } from '../servers/bench-database.js';
import { commandOf } from '../servers/command.js';
import { StepProgress } from '../report/step-progress.js';
import { firstWrittenDay, type Scene } from './workloads.js';

export const ORGANIZATION = 'Bench';
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
  if (organization.projects === 0) await fill(database.url, organization.id, size, today);
  else await mustFit(database, organization, size, today);
  return {
    token,
    scene: { organizationId: organization.id, size, askedProjects: size.projects, factor, today },
  };
}

async function makeToken(databaseUrl: string, checkout: string): Promise<string> {
  const words = ['token', 'create', '--organization', ORGANIZATION, '--email', EMAIL];
  return (await commandOf<{ token: string }>(databaseUrl, checkout, words)).token;
}

async function fill(
  url: string,
  organizationId: string,
  size: DataSetSize,
  today: CalendarDate,
): Promise<void> {
  const source = await new DataSource({ type: 'postgres', url }).initialize();
  const firstDay = addDays(today, DAYS_AHEAD - RECORDED_DAYS);
  const progress = new StepProgress('filling the tables');
  try {
    const onStep = (step: string, total: number): void => progress.next(step, total);
    await fillLarge(source, organizationId, size, { firstDay, onStep });
  } finally {
    progress.end();
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

/** Makes the data set what it was, and takes with it what followed from the writing. */
export async function removeWritten(
  database: BenchDatabase,
  { organizationId, today }: Scene,
): Promise<void> {
  const first = firstWrittenDay(today);
  const remove = (table: string, condition = '', values: string[] = []): Promise<unknown> =>
    database.rows(`DELETE FROM ${table} WHERE organization_id = $1 ${condition}`, [
      organizationId,
      ...values,
    ]);
  await remove('actual_time', 'AND recorded_date >= $2', [first]);
  await remove('planned_time', 'AND plan_date >= $2', [first]);
  for (const table of followUps) await remove(table);
  await database.rows(`VACUUM ANALYZE actual_time, planned_time, ${followUps.join(', ')}`);
}

const followUps = [
  'outbox_events',
  'changes',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_messages',
  'webhook_subscriptions',
  'webhook_subscribers',
];
