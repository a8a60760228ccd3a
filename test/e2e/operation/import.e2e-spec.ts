import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { silentView } from '../../../src/import/report/progress.js';
import { runImport, type ImportOptions } from '../../../src/import/run-import.js';
import { Program } from '../../support/programs/program.js';
import { until } from '../../../src/testing/until.js';
import { AnswerLosingProxy } from '../../support/servers/answer-losing-proxy.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication, TestOrganization } from '../../support/application/test-application.js';

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

  const write = (file: string, ...lines: string[]) => writeFile(join(folder, file), csv(...lines));

  const run = (
    options: { mapping?: string } & Partial<
      Pick<ImportOptions, 'token' | 'stop' | 'url' | 'validateOnly' | 'prune'>
    > = {},
  ) =>
    runImport({
      ...options,
      folder,
      mappingPath: `${resolve('src/import/mappings', options.mapping ?? 'maven-crm')}.yaml`,
      url: options.url ?? application.url,
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
    expect([...one.refusals, ...other.refusals]).toEqual([]);
    expect(one.totals.created + other.totals.created).toBe(18);
    expect(await list('/v1/projects')).toHaveLength(4);
  });

  it('that is killed with -9 in its middle and started again ends as an undisturbed one', async () => {
    const many = Array.from({ length: 180 }, (_, index) =>
      deal(
        `K${index}`,
        `${index % 3 ? 'Initrode' : ''},${index % 2 ? 'Won' : 'Engaging'},2026-01-05,,${index}`,
      ),
    );
    await writeDeals(...many);
    const options = ['--mapping', resolve('src/import/mappings/maven-crm.yaml'), '--concurrency', '2'];
    const killed = new Program(['dist/cli.js', 'import', folder, ...options, '--url', application.url], {
      PLANNING_API_TOKEN: organization.token,
    });
    const imported = async () => (await organization.api.get('/v1/projects?pageSize=1')).body.total as number;
    await until('15 are imported', async () => (await imported()) >= 15);
    expect(await killed.kill('SIGKILL')).toBe('SIGKILL');
    expect(await imported()).toBeLessThan(180);

    expect(await run()).toMatchObject({ refusals: [], totals: { read: 194 } });
    const undisturbed = await application.organization('Undisturbed');
    expect((await run({ token: undisturbed.token })).totals).toMatchObject({ created: 194 });
    const stateOf = async ({ api }: TestOrganization) => {
      const { body } = await api.get<{ results: Row[] }>('/v1/projects?pageSize=500');
      return body.results
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

  describe('needs few calls', () => {
    let proxy: AnswerLosingProxy;
    beforeEach(async () => {
      proxy = await AnswerLosingProxy.begin(application.url, () => false);
    });
    afterEach(() => proxy.end());

    const calls = async (options: Parameters<typeof run>[0] = {}) => {
      proxy.requests.splice(0);
      const { totals } = await run({ ...options, url: proxy.url });
      const of = (method: string) => proxy.requests.filter((request) => request.startsWith(method)).length;
      return { ...totals, reads: of('GET'), writes: of('POST') };
    };

    // An eightieth of a CRM with 8,800 deals of which 400 change in a day.
    it('to load deals, to see that none changed, and to follow those that did', async () => {
      const made = (changed: number) =>
        Array.from({ length: 110 }, (_, index) =>
          deal(`N${index}`, `Initrode,Won,2026-01-05,,${index < changed ? index + 1 : index}`),
        );
      await writeDeals(...made(0));
      const steps = 9;
      const kinds = 8;
      expect(await calls()).toMatchObject({ created: 124, reads: kinds, writes: steps + 3 });
      expect(await calls()).toMatchObject({ unchanged: 124, reads: kinds, writes: 0 });
      await writeDeals(...made(5));
      expect(await calls({ validateOnly: true })).toMatchObject({ updated: 5, writes: 1 });
      expect(await calls()).toMatchObject({ updated: 5, unchanged: 119, reads: kinds, writes: 1 });
      // A file of the changed ones alone reads no others.
      await writeDeals(...made(10).slice(0, 10));
      expect(await calls({ prune: 'none' })).toMatchObject({ updated: 5, writes: 1 });
      const read = proxy.requests.filter((request) => request.startsWith('GET /v1/projects?'));
      expect(read).toHaveLength(1);
      expect(read[0]).toContain('id=crm%3Amaven-crm%3AN0');
    });

    // Of 25,398 records so many that they take more than one request.
    it("to load a tracker's report, and again", async () => {
      const rows = Array.from({ length: 1040 }, (_, index) => {
        const day = String(1 + (index % 28)).padStart(2, '0');
        const place = `Client ${index % 3},Project ${index % 12},,Development,did ${index % 5}`;
        return `2026-02-${day},${place},"0,25",Yes,No,No,Given${index % 40},Kay,"Designer, Lead",Yes,100,50,Euro - EUR`;
      });
      await write('time_report.csv', harvestHeader, ...rows);
      // The department of the roles is there already.
      const created = 1040 + 3 + 12 + 12 + 40 + 1;
      expect(await calls({ mapping: 'harvest' })).toMatchObject({
        refused: 0,
        created,
        writes: 7,
      });
      const again = await calls({ mapping: 'harvest' });
      expect(again).toMatchObject({ created: 0, refused: 0, writes: 2 });
      const { total } = (
        await organization.api.get<{ total: number }>('/v1/actual-time?start_date=2026-02-01&pageSize=1')
      ).body;
      expect(total).toBe(1040);
    });
  });

  const togglHeader =
    'User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount';
  const harvestHeader =
    'Date,Client,Project,Project Code,Task,Notes,Hours,Billable?,Invoiced?,Approved?,First Name,Last Name,Roles,Employee?,Billable Rate,Cost Rate,Currency';

  describe('of a time tracker', () => {
    const time = async () =>
      (await list('/v1/actual-time?start_date=2026-01-01&end_date=2026-12-31')) as unknown as {
        hours: number;
        billable: boolean;
        description: string | null;
        recorded_date: string;
      }[];
    const told = async () =>
      (await time()).map(({ hours, billable, description }) => `${hours} ${billable} ${description}`).sort();

    it("reads Toggl's durations, doubles nothing, keeps equal entries apart and follows what changes", async () => {
      const entry = (description: string, start: string, duration: string, place = 'Acme,Site,') =>
        `Ada Love Lace,ada@example.com,${place},${description},Yes,2026-03-02,${start},2026-03-02,18:00:00,${duration},,`;
      const rows = [
        entry('design', '09:00:00', '01:20:00'),
        entry('design', '09:00:00', '01:20:00'),
        entry('', '11:00:00', '00:10:00', ',,'),
        entry('odd', '12:00:00', 'a while'),
      ];
      await write('time_entries.csv', togglHeader, ...rows);
      const first = await run({ mapping: 'toggl' });
      expect(first.refusals).toMatchObject([{ line: 5, reason: 'hours: "a while" is not a number' }]);
      const loaded = ['0.17 true null', '1.33 true design', '1.33 true design'];
      expect(await told()).toEqual(loaded);
      expect(await list('/v1/project-offerings')).toMatchObject([
        { name: 'Without task' },
        { name: 'Without task' },
      ]);
      await write('time_entries.csv', togglHeader, ...rows.slice(0, 3));
      expect((await run({ mapping: 'toggl' })).totals).toMatchObject({ created: 0, refused: 0 });
      expect(await told()).toEqual(loaded);
      await write('time_entries.csv', togglHeader, rows[0] ?? '', entry('design', '09:00:00', '02:00:00'));
      const changed = await run({ mapping: 'toggl', prune: 'report' });
      expect(await told()).toEqual(['0.17 true null', '1.33 true design', '2 true design']);
      const absent = changed.not_in_file.find(({ resource }) => resource === 'actual_time');
      expect(absent?.records.map(({ name }) => name)).toEqual([
        expect.stringMatching(/^2026-03-02, 0\.17 h \([\w-]{22}\)$/),
      ]);
    });

    it('refuses single rows whose records cannot be referred to, and goes on', async () => {
      const row = (email: string, project: string) =>
        `Ada Kay,${email},Acme,${project},,talk,Yes,2026-03-02,09:00:00,2026-03-02,10:00:00,01:00:00,,`;
      const rows = [
        row('no address', 'Site'),
        row('ada@example.com', 'x'.repeat(250)),
        row('ada@example.com', 'Site'),
      ];
      await write('time_entries.csv', togglHeader, ...rows);
      for (const prune of [undefined, 'none'] as const) {
        const { refusals } = await run({ mapping: 'toggl', ...(prune && { prune }) });
        expect(refusals.map(({ step, line }) => `${step} ${line}`).sort()).toEqual([
          'people 2',
          'projects 3',
          'tasks 3',
          'time 2',
          'time 3',
        ]);
        expect(await told()).toEqual(['1 true talk']);
      }
    });

    it("reads Harvest's decimal commas, and refuses single records with their line", async () => {
      const row = (hours: string, person = 'Ada,Kay', billable = 'Yes') =>
        `2026-03-02,Acme,Site,,Design,talk,${hours},${billable},No,No,${person},Designer,Yes,100,50,Euro - EUR`;
      await write('time_report.csv', harvestHeader, row('"7,5"'), row('1.25', 'Max,Kay', 'No'), row('25'));
      const { refusals, totals } = await run({ mapping: 'harvest' });
      expect(await told()).toEqual(['1.25 false talk', '7.5 true talk']);
      expect(totals).toMatchObject({ refused: 1 });
      expect(refusals).toMatchObject([
        {
          file: 'time_report.csv',
          line: 4,
          step: 'time',
          reason: expect.stringMatching(/^hours: /) as unknown,
        },
      ]);
    });
  });

  describe('of everything that is planned', () => {
    const crm = (identifier: string) =>
      `match: [{ crm_identifier: { system: own, identifier: '${identifier}' } }]`;
    const mapping = `
name: plan
currency: USD
steps:
  - { name: departments, resource: departments, source: { records: [{ x: IT }] }, match: [{ member: name }], members: { name: '{x}' } }
  - name: roles
    resource: roles
    source: { records: [{ x: Engineer }] }
    match: [{ member: name }]
    members: { name: '{x}', department_id: { record: departments, key: IT } }
  - name: open
    resource: requisitions
    source: { records: [{ x: Second engineer }] }
    ${crm('{x}')}
    members: { name: '{x}', role_id: { record: roles, key: Engineer } }
  - { name: cards, resource: rate_cards, source: { records: [{ x: Standard }] }, match: [{ member: name }], members: { name: '{x}', currency_code: { text: USD, once: true } } }
  - name: rates
    resource: rates
    parent: { record: cards, key: Standard }
    source: { records: [{ x: Engineer, rate: '150' }] }
    ${crm('{x}')}
    members: { role_id: { record: roles, key: '{x}' }, bill_rate: { money: '{rate}' } }
  - { name: clients, resource: clients, source: { records: [{ x: Acme }] }, match: [{ member: name }], members: { name: '{x}' } }
  - name: projects
    resource: projects
    source: { records: [{ x: Site }] }
    ${crm('{x}')}
    members: { name: '{x}', client_id: { record: clients, key: Acme }, currency_code: { text: USD, once: true } }
  - name: offerings
    resource: offerings
    parent: { record: projects, key: Site }
    source: { records: [{ x: Build }] }
    ${crm('{x}')}
    members:
      name: '{x}'
      billing_model: time_and_materials
      billing_model_options: { object: { rate_card_id: { record: cards, key: Standard } } }
  - name: seats
    resource: offering_roles
    parent: { record: offerings, key: Build }
    source: { records: [{ x: Seat }] }
    ${crm('{x}')}
    members:
      role_id: { record: roles, key: Engineer }
      assignment: { object: { type: requisition, id: { record: open, key: Second engineer } } }
  - name: plan
    resource: planned_time
    parent: { record: seats, key: '{seat}' }
    source: { file: plan.csv }
    members: { plan_date: { date: '{day}' }, hours: { number: '{hours}' } }`;
    const planned = async () =>
      (await list('/v1/planned-time?start_date=2027-01-01&end_date=2027-12-31')).map(
        ({ plan_date, hours }) => `${String(plan_date)} ${String(hours)}`,
      );
    const importPlan = async (
      rows: readonly string[],
      options: Pick<ImportOptions, 'validateOnly' | 'prune'> = {},
    ) => {
      await write('plan.csv', 'seat,day,hours', ...rows);
      return run({ mapping: join(folder, 'plan'), ...options });
    };

    it('makes it below its parents, changes nothing again, and refuses single days', async () => {
      await writeFile(join(folder, 'plan.yaml'), mapping);
      const days = ['Seat,2027-01-11,6', 'Seat,2027-01-12,7.5', 'Seat,2027-01-13,25', 'Nobody,2027-01-14,1'];
      const tried = await importPlan(days, { validateOnly: true });
      expect(tried).toMatchObject({
        validated_only: true,
        totals: { created: 3, not_checked: 9, refused: 1 },
      });
      expect(tried.notes.map(({ text }) => text)).toContain(
        'needs a record of step "clients" that would only be made',
      );
      for (const path of ['/v1/clients', '/v1/projects', '/v1/rate-cards'])
        expect(await list(path)).toEqual([]);

      const { totals, refusals } = await importPlan(days);
      expect(totals).toMatchObject({ created: 11, refused: 2 });
      expect(refusals.map(({ line }) => line).sort()).toEqual([4, 5]);
      expect(await planned()).toEqual(['2027-01-11 6', '2027-01-12 7.5']);
      expect(await list('/v1/rate-card-rates')).toMatchObject([
        { bill_rate: { currency_code: 'USD', amount: 150 } },
      ]);
      expect(await list('/v1/project-offering-roles')).toMatchObject([
        { assignment: { type: 'requisition' } },
      ]);

      expect((await importPlan(days.slice(0, 2))).totals).toMatchObject({
        created: 0,
        updated: 0,
        unchanged: 11,
      });
      const moved = await importPlan(['Seat,2027-01-11,0', 'Seat,2027-01-12,8']);
      expect(moved.totals).toMatchObject({ updated: 2, unchanged: 9 });
      expect(await planned()).toEqual(['2027-01-12 8']);
    });

    it('tells with --prune report which days the file no longer has, of those that it covers', async () => {
      await writeFile(join(folder, 'plan.yaml'), mapping);
      const days = ['11,6', '12,7.5', '13,1', '14,2', '15,3'].map((rest) => `Seat,2027-01-${rest}`);
      await importPlan(days);
      const left = ['Seat,2027-01-11,6', 'Seat,2027-01-13,25', 'Seat,2027-01-14,2'];
      const told = async (options: Pick<ImportOptions, 'validateOnly' | 'prune'>) =>
        (await importPlan(left, options)).not_in_file.filter(({ resource }) => resource === 'planned_time');
      const [{ id } = { id: '' }] = (await list('/v1/project-offering-roles')) as { id?: string }[];
      const records = [{ id: `${String(id)} 2027-01-12`, name: '2027-01-12, 7.5 h (Seat)' }];
      const expected = [{ resource: 'planned_time', recognised_by: 'plan_date', records }];
      expect(await told({ prune: 'report', validateOnly: true })).toEqual(expected);
      expect(await told({ prune: 'report' })).toEqual(expected);
      expect(await told({})).toEqual([]);
      expect(await planned()).toHaveLength(5);
    });
  });

  it('stops at once with a token that may not write', async () => {
    const { token } = await application.organization('Reading', 'read');
    const summary = await run({ token });
    expect(summary).toMatchObject({ finished: false, totals: { read: 0 } });
    expect(summary.stopped_because).toMatch(/^This token may not do PATCH \/v1\/tags\/name%3AEast/);
  });

  it('ends with a summary when it is stopped', async () => {
    expect(await run({ stop: AbortSignal.abort() })).toMatchObject({
      finished: false,
      stopped_because: 'Stopped on request.',
    });
  });
});
