import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { silentView } from '../../src/import/report/progress.js';
import { runImport } from '../../src/import/run-import.js';
import { pause, Program } from '../support/programs/program.js';
import { shareTestApplication } from '../support/application/shared-application.js';
import type { TestApplication, TestOrganization } from '../support/application/test-application.js';

const csv = (...lines: string[]) => lines.map((line) => `${line}\r\n`).join('');

const deal = (id: string, rest: string) => `${id},Ada Love-Lace,GTXPro,${rest}`;
const deals = [
  deal('D1', 'Initrode,Won,2026-01-05,2026-03-01,1054'),
  deal('D2', 'Initrode,Lost,2026-01-05,2026-03-02,0'),
  deal('D3', ',Engaging,2026-02-01,,'),
  deal('D4', ',Prospecting,,,'),
];

interface Row {
  readonly name: string;
  readonly [member: string]: unknown;
}

describe('the import of a CRM export', () => {
  let application: TestApplication;
  let organization: TestOrganization;
  let folder: string;
  let organizations = 0;

  beforeAll(async () => {
    application = await shareTestApplication();
  });
  afterAll(() => application.close());

  beforeEach(async () => {
    organization = await application.organization(`Importing ${(organizations += 1)}`);
    folder = await mkdtemp(join(tmpdir(), 'import-'));
    const write = (file: string, ...lines: string[]) => writeFile(join(folder, file), csv(...lines));
    await write('accounts.csv', 'account,sector', 'Initrode,technolgy');
    await write('products.csv', 'product,series,sales_price', 'GTX Pro,GTX,4821');
    await write('sales_teams.csv', 'sales_agent,manager,regional_office', 'Ada Love-Lace,Max Weber,East');
    await writeDeals(...deals);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const writeDeals = (...rows: string[]) =>
    writeFile(
      join(folder, 'sales_pipeline.csv'),
      csv(
        'opportunity_id,sales_agent,product,account,deal_stage,engage_date,close_date,close_value',
        ...rows,
      ),
    );

  const run = (options: { token?: string; stop?: AbortSignal; mapping?: string } = {}) =>
    runImport({
      folder,
      mappingPath: `${resolve('src/import/mappings', options.mapping ?? 'maven-crm')}.yaml`,
      url: application.url,
      token: options.token ?? organization.token,
      concurrency: 2,
      view: silentView,
      stop: options.stop ?? new AbortController().signal,
    });

  const list = async (path: string) => (await organization.api.get<{ results: Row[] }>(path)).body.results;

  it('makes clients, people, a pipeline with stages and projects of it', async () => {
    const summary = await run();
    expect(summary).toMatchObject({ finished: true, refusals: [], totals: { read: 18, created: 18 } });
    const projects = await list('/v1/projects');
    expect(projects.map(({ name, status }) => [name, status])).toEqual(
      expect.arrayContaining([
        ['GTX Pro for Initrode (D1)', 'awaiting_start'],
        ['GTX Pro for Initrode (D2)', 'pre_sale'],
        ['GTX Pro for Unassigned accounts (D3)', 'pre_sale'],
        ['GTX Pro for Unassigned accounts (D4)', 'pre_sale'],
      ]),
    );
    expect(projects.find(({ name }) => name.includes('D1'))).toMatchObject({
      start_date: '2026-01-05',
      end_date: '2026-03-01',
      target_budget: { currency_code: 'USD', amount: 1054 },
      crm_identifiers: [{ system: 'maven-crm', identifier: 'D1' }],
      metadata: { product: 'GTX Pro', series: 'GTX', sector: 'technology', regional_office: 'East' },
    });
    expect(await list('/v1/people?terms=ada')).toMatchObject([
      {
        family_name: 'Love-Lace',
        email_address: 'ada.love.lace@example.com',
        tags: ['East', 'Team Max Weber'],
      },
    ]);
  });

  it('changes nothing the second time', async () => {
    await run();
    const before = await list('/v1/projects');
    expect((await run()).totals).toMatchObject({ read: 18, unchanged: 18 });
    expect(await list('/v1/projects')).toEqual(before);
  });

  it('updates the one record whose row changed and keeps what the platform added to it', async () => {
    await run();
    const [project] = await list('/v1/projects?terms=D3');
    const other = { system: 'hubspot', identifier: '9' };
    await organization.api.patch(`/v1/projects/${String(project?.['id'])}`, {
      crm_identifiers: [{ system: 'maven-crm', identifier: 'D3' }, other],
      metadata: { note: 'call back' },
    });
    await writeDeals(
      ...deals.slice(0, 2),
      deal('D3', 'Initrode,Won,2026-02-01,2026-04-01,99'),
      ...deals.slice(3),
    );
    expect((await run()).totals).toMatchObject({ created: 0, updated: 1, unchanged: 17 });
    expect(await list('/v1/projects?terms=D3')).toMatchObject([
      {
        name: 'GTX Pro for Initrode (D3)',
        status: 'awaiting_start',
        crm_identifiers: [{ identifier: 'D3' }, other],
        metadata: { note: 'call back', sector: 'technology' },
      },
    ]);
  });

  it('does not double records that two imports make at the same time', async () => {
    const [one, other] = await Promise.all([run(), run()]);
    expect(one.totals.refused + other.totals.refused).toBe(0);
    expect(one.totals.created + other.totals.created).toBe(18);
    expect(await list('/v1/projects')).toHaveLength(4);
  });

  it('that is killed with -9 in its middle and started again ends as an undisturbed one', async () => {
    const many = Array.from({ length: 80 }, (_, index) =>
      deal(
        `K${index}`,
        `${index % 3 ? 'Initrode' : ''},${index % 2 ? 'Won' : 'Engaging'},2026-01-05,,${index}`,
      ),
    );
    await writeDeals(...many);
    const mapping = ['--mapping', resolve('src/import/mappings/maven-crm.yaml')];
    const killed = new Program(['dist/cli.js', 'import', folder, ...mapping, '--url', application.url], {
      PLANNING_API_TOKEN: organization.token,
    });
    const imported = async () => (await organization.api.get('/v1/projects?pageSize=1')).body.total as number;
    while ((await imported()) < 15) await pause(20);
    expect(await killed.kill('SIGKILL')).toBe('SIGKILL');
    expect(await imported()).toBeLessThan(80);

    expect((await run()).totals).toMatchObject({ refused: 0, read: 94 });
    const undisturbed = await application.organization('Undisturbed');
    expect((await run({ token: undisturbed.token })).totals).toMatchObject({ created: 94 });
    const stateOf = async ({ api }: TestOrganization) => {
      const pages = await Promise.all(
        [1, 2].map((page) => api.get<{ results: Row[] }>(`/v1/projects?page=${page}`)),
      );
      return pages
        .flatMap(({ body }) => body.results)
        .map(({ name, status, metadata, crm_identifiers }) =>
          JSON.stringify({ name, status, metadata, crm_identifiers }),
        )
        .sort();
    };
    expect(await stateOf(organization)).toEqual(await stateOf(undisturbed));
  });

  it('refuses rows with file, line and reason, and lets the others through', async () => {
    await writeDeals(
      deal('D1', 'Initrode,Won,2026-01-05,2025-03-01,1054'),
      deal('D2', 'Initrode,Lost,05/01/2026,,0'),
      deal('D3', 'Nobody,Engaging,2026-02-01,,'),
      deal('D4', 'Initrode,Won'),
      deal('D5', ',Prospecting,,,'),
    );
    const { refusals, totals } = await run();
    expect(totals).toMatchObject({ refused: 4, created: 15 });
    expect(refusals.map(({ file, line, reason }) => `${file}:${line} ${reason}`).sort()).toEqual([
      expect.stringMatching(/^sales_pipeline\.csv:2 .*end_date/),
      'sales_pipeline.csv:3 start_date: "05/01/2026" is not a date (YYYY-MM-DD)',
      'sales_pipeline.csv:4 client_id: step "accounts" has no record "Nobody"',
      'sales_pipeline.csv:5 has 5 columns, but the header has 8',
    ]);
  });

  it('makes departments, roles and people of an HR export with another mapping', async () => {
    const write = (file: string, ...lines: string[]) => writeFile(join(folder, file), csv(...lines));
    await write('departments.csv', 'department_id,department_name', '60,IT', '80,Sales');
    await write('jobs.csv', 'job_id,job_title', 'PROG,Programmer', 'NONE,Nobody does this');
    await write(
      'employees.csv',
      'first_name,last_name,email,hire_date,job_id,salary,department_id',
      'Kim,Grant,KGRANT,2017-05-24,PROG,3490,',
      'Lee,Hunold,LHUNOLD,2016-01-03,PROG,9000,60',
    );
    const summary = await run({ mapping: 'oracle-hr' });
    expect(summary.refusals).toMatchObject([
      { file: 'jobs.csv', line: 3, reason: 'department_id: the export has no value for it' },
    ]);
    const [department] = await list('/v1/departments?terms=it');
    expect(await list('/v1/people?terms=grant')).toMatchObject([
      {
        email_address: 'kgrant@example.com',
        start_date: '2017-05-24',
        department_id: department?.['id'],
        // 3490 a month are 20.1346 an hour; divided by 173.33 they would be 20.1350.
        cost_rate: { currency_code: 'USD', amount: 20.13 },
      },
    ]);
    expect((await run({ mapping: 'oracle-hr' })).totals).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 5,
    });
  });

  describe('says which records are no longer in the files', () => {
    const absent = async () =>
      (await run()).not_in_file.map(
        ({ resource, recognised_by, records }) =>
          `${resource} by ${recognised_by}: ${records.map(({ name }) => name).join(', ')}`,
      );
    // Every organization has these; no identifier says that they did not come from the files.
    const always = ['departments by name: Unassigned', 'roles by name: Unassigned'];
    const byCrm = (resource: string) => `${resource} by crm_identifier`;

    it('and leaves them alone', async () => {
      expect(await absent()).toEqual(always);
      await organization.api.post('/v1/clients', { name: 'Made by hand' });
      await organization.api.post('/v1/tags', { name: 'North' });
      const before = await list('/v1/projects');
      // The second deal is refused and the third one names no account: they are in the file all the same.
      await writeDeals(deals[0] ?? '', deal('D2', 'Nobody,Lost,2026-01-05,2026-03-02,0'), deals[2] ?? '');
      await writeFile(join(folder, 'accounts.csv'), csv('account,sector', 'Umbrella,medical'));
      const clients = `${byCrm('clients')}: Initrode`;
      const projects = `${byCrm('projects')}: GTX Pro for Unassigned accounts (D4)`;
      expect(await absent()).toEqual(['tags by name: North', ...always, clients, projects]);
      expect(await list('/v1/projects')).toEqual(before);
      // What was archived because of it is not told again.
      const [gone] = await list('/v1/projects?terms=D4');
      await organization.api.patch(`/v1/projects/${String(gone?.['id'])}`, { is_archived: true });
      expect(await absent()).toEqual(['tags by name: North', ...always, clients]);
    });

    it('also when they have no row of a kind any more', async () => {
      await run();
      await writeDeals();
      expect((await absent()).at(-1)).toMatch(/^projects by crm_identifier: ([^,]+, ){3}[^,]+$/);
    });

    it('but not those whose rows the mapping passes over', async () => {
      await writeFile(
        join(folder, 'own.yaml'),
        `
name: own
steps:
  - name: accounts
    resource: clients
    source: { file: accounts.csv }
    skip_when_empty: '{sector}'
    match: [{ crm_identifier: { system: own, identifier: '{account}' } }]
    members: { name: '{account}' }`,
      );
      const importAccounts = async (...rows: string[]) => {
        await writeFile(join(folder, 'accounts.csv'), csv('account,sector', ...rows));
        return (await run({ mapping: join(folder, 'own') })).not_in_file;
      };
      expect(await importAccounts('Initrode,technology', 'Umbrella,medical')).toEqual([]);
      expect(await importAccounts('Initrode,')).toMatchObject([{ records: [{ name: 'Umbrella' }] }]);
    });
  });

  it('stops at once with a token that may not write', async () => {
    const { token } = await application.organization('Reading', 'read');
    const summary = await run({ token });
    expect(summary).toMatchObject({ finished: false, totals: { read: 0 } });
    expect(summary.stopped_because).toMatch(/^This token may not do POST \/v1\/tags/);
  });

  it('ends with a summary when it is stopped', async () => {
    expect(await run({ stop: AbortSignal.abort() })).toMatchObject({
      finished: false,
      stopped_because: 'Stopped on request.',
    });
  });
});
