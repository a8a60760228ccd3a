import type { DataSource } from 'typeorm';

/** How many of everything; the ratio of the tables to each other stays. */
export interface DataSetSize {
  readonly clients: number;
  readonly people: number;
  readonly projects: number;
  readonly offeringsPerProject: number;
  readonly rolesPerOffering: number;
  readonly plannedDaysPerRole: number;
  readonly actualDaysPerRole: number;
}

/** 2,000 projects, 30,000 offering roles, 2 million planned days, 5 million rows of actual time. */
export const LARGE: DataSetSize = {
  clients: 200,
  people: 2000,
  projects: 2000,
  offeringsPerProject: 3,
  rolesPerOffering: 5,
  plannedDaysPerRole: 67,
  actualDaysPerRole: 167,
};

const ROLES = 40;
const RATE_CARDS = 5;
const FIRST_DAY = '2025-01-01';
const TIMESHEET_SHARE = 10;
/** The tables of time are filled in so many parts, so that something is seen of it. */
const PARTS = 20;

/** Days from the first recorded one to the last. */
export const RECORDED_DAYS = 700;

export interface FillOptions {
  /** Where planned and recorded time begins. */
  readonly firstDay?: string;
  /** Hears before each step what it is, and of how many in all. */
  readonly onStep?: (step: string, total: number) => void;
}

/** The id of the n-th record of a kind, from 1: the same on every machine, and in the order of creation. */
export const idOf = (kind: keyof typeof kinds, n: number): string =>
  `${kinds[kind]}0000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

const kinds = {
  departments: '0001',
  roles: '0002',
  people: '0003',
  rateCards: '0004',
  rates: '0005',
  clients: '0006',
  projects: '0007',
  offerings: '0008',
  offeringRoles: '0009',
  actualTime: '000a',
  timesheetEntries: '000b',
} as const;

const id = (kind: keyof typeof kinds, n: string): string =>
  `('${kinds[kind]}0000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** Fills an organization by SQL. Rows come without indexes first, which is much faster. */
export async function fillLarge(
  database: DataSource,
  organizationId: string,
  size: DataSetSize,
  { firstDay = FIRST_DAY, onStep = () => undefined }: FillOptions = {},
): Promise<void> {
  const inserts = [...smallTables(size, firstDay), ...timeTables(size, firstDay)];
  await database.transaction(async (manager) => {
    await manager.query('SET LOCAL session_replication_role = replica');
    const indexes = await manager.query<{ name: string; definition: string }[]>(
      `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
       FROM pg_index i WHERE i.indrelid = ANY ($1::regclass[])
         AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
      [['planned_time', 'actual_time', 'timesheet_entries']],
    );
    const total = inserts.length + indexes.length + 1;
    for (const { name } of indexes) await manager.query(`DROP INDEX ${name}`);
    for (const [table, columns, select] of inserts) {
      onStep(table, total);
      await manager.query(`INSERT INTO ${table} (organization_id, ${columns}) SELECT $1, ${select}`, [
        organizationId,
      ]);
    }
    await manager.query(`SET LOCAL maintenance_work_mem = '512MB'`);
    for (const { name, definition } of indexes) {
      onStep(`index ${name}`, total);
      await manager.query(definition);
    }
    onStep('vacuum', total);
  });
  // The triggers that count were off.
  for (const table of ['actual_time', 'timesheet_entries']) await database.query(`SELECT recount_${table}()`);
  await database.query('VACUUM ANALYZE');
}

type Insert = readonly [table: string, columns: string, select: string];

function smallTables(
  { clients, people, projects, offeringsPerProject, rolesPerOffering }: DataSetSize,
  firstDay: string,
): Insert[] {
  const offerings = projects * offeringsPerProject;
  const person = id('people', `(n * 7) % ${people} + 1`);
  return [
    [
      'departments',
      'id, name, name_key',
      `${id('departments', 'n')}, 'Department ' || n, 'department ' || n FROM generate_series(1, 10) n`,
    ],
    [
      'roles',
      'id, name, name_key, department_id, default_cost_rate_currency_code, default_cost_rate_amount',
      `${id('roles', 'n')}, 'Role ' || n, 'role ' || n, ${id('departments', 'n % 10 + 1')}, 'USD', 50 + n
       FROM generate_series(1, ${ROLES}) n`,
    ],
    [
      'people',
      'id, given_name, family_name, email_address, email_key, search_key, role_id',
      `${id('people', 'n')}, 'Given' || n, 'Family' || n, 'p' || n || '@example.com', 'p' || n || '@example.com',
       'given' || n || ' family' || n || ' p' || n || '@example.com', ${id('roles', `n % ${ROLES} + 1`)}
       FROM generate_series(1, ${people}) n`,
    ],
    [
      'person_cost_rates',
      'person_id, effective_date, currency_code, amount',
      `${id('people', 'n')}, CASE k WHEN 0 THEN date '1900-01-01' ELSE date '${firstDay}' + k * 180 END, 'USD',
       60 + n % 40 + k FROM generate_series(1, ${people}) n, generate_series(0, 2) k`,
    ],
    [
      'rate_cards',
      'id, name, name_key, currency_code',
      `${id('rateCards', 'n')}, 'Card ' || n, 'card ' || n, 'USD' FROM generate_series(1, ${RATE_CARDS}) n`,
    ],
    [
      'rate_card_rates',
      'id, rate_card_id, role_id, bill_rate_amount',
      `${id('rates', `c * ${ROLES} + n`)}, ${id('rateCards', 'c')}, ${id('roles', 'n')}, 100 + n
       FROM generate_series(1, ${RATE_CARDS}) c, generate_series(1, ${ROLES}) n`,
    ],
    [
      'clients',
      'id, name, name_key',
      `${id('clients', 'n')}, 'Client ' || n, 'client ' || n FROM generate_series(1, ${clients}) n`,
    ],
    [
      'projects',
      'id, name, name_key, project_model, client_id, status, target_margin, currency_code',
      `${id('projects', 'n')}, 'Project ' || n, 'project ' || n, 'client', ${id('clients', `n % ${clients} + 1`)},
       (ARRAY['pre_sale', 'awaiting_start', 'in_progress', 'on_hold', 'completed'])[n % 5 + 1], 0.35, 'USD'
       FROM generate_series(1, ${projects}) n`,
    ],
    [
      'project_offerings',
      'id, project_id, name, name_key, billing_model, rate_card_id',
      `${id('offerings', 'n')}, ${id('projects', `(n - 1) / ${offeringsPerProject} + 1`)}, 'Offering ' || n,
       'offering ' || n, 'time_and_materials', ${id('rateCards', `n % ${RATE_CARDS} + 1`)}
       FROM generate_series(1, ${offerings}) n`,
    ],
    [
      'project_offering_roles',
      'id, project_offering_id, role_id, person_id',
      `${id('offeringRoles', 'n')}, ${id('offerings', `(n - 1) / ${rolesPerOffering} + 1`)},
       ${id('roles', `n % ${ROLES} + 1`)}, ${person}
       FROM generate_series(1, ${offerings * rolesPerOffering}) n`,
    ],
  ];
}

function timeTables(
  {
    people,
    projects,
    offeringsPerProject,
    rolesPerOffering,
    plannedDaysPerRole,
    actualDaysPerRole,
  }: DataSetSize,
  firstDay: string,
): Insert[] {
  const perProject = offeringsPerProject * rolesPerOffering;
  // The ids of a role and of what is above it are made once for all of its days: that is half of the work.
  const role = `${id('projects', `(n - 1) / ${perProject} + 1`)} AS project,
    ${id('offerings', `(n - 1) / ${rolesPerOffering} + 1`)} AS offering, ${id('offeringRoles', 'n')} AS role,
    ${id('people', `(n * 7) % ${people} + 1`)} AS person`;
  const ofRoles = (days: number) =>
    partsOf(projects * perProject).map(
      ([first, last]) =>
        `FROM (SELECT n, ${role} FROM generate_series(${first}, ${last}) n OFFSET 0) r, generate_series(1, ${days}) k`,
    );
  const common = (kind: 'actualTime' | 'timesheetEntries', days: number): string => `
    ${id(kind, `(n - 1) * ${days} + k`)}, project, offering, role, person,
    date '${firstDay}' + (n * 13 + k * 3) % ${RECORDED_DAYS}, (n + k) % 16 * 0.5 + 0.25, k % 10 <> 0`;
  const timeColumns =
    'id, project_id, project_offering_id, project_offering_role_id, person_id, recorded_date, hours, billable';
  const timesheetDays = Math.ceil(actualDaysPerRole / TIMESHEET_SHARE);
  const planned = ofRoles(plannedDaysPerRole).map((from): Insert => [
    'planned_time',
    'project_offering_role_id, plan_date, hours',
    `role, date '${firstDay}' + (n % 600) + k, 1 + (n + k) % 7 ${from}`,
  ]);
  const actual = ofRoles(actualDaysPerRole).map((from): Insert => [
    'actual_time',
    timeColumns,
    `${common('actualTime', actualDaysPerRole)} ${from}`,
  ]);
  const entries = ofRoles(timesheetDays).map((from): Insert => [
    'timesheet_entries',
    `${timeColumns}, approval_status`,
    `${common('timesheetEntries', timesheetDays)},
     (ARRAY['draft', 'submitted', 'approved', 'rejected'])[k % 4 + 1] ${from}`,
  ]);
  return [...planned, ...actual, ...entries];
}

/** The numbers from 1 to `count` in parts of about the same size: the first and the last of each. */
const partsOf = (count: number): (readonly [number, number])[] =>
  Array.from({ length: PARTS }, (_, part): [number, number] => [
    Math.floor((count * part) / PARTS) + 1,
    Math.floor((count * (part + 1)) / PARTS),
  ]);
