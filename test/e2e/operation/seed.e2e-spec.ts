import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommanderError } from 'commander';
import { seedCommand } from '../../../src/cli/seed.command.js';
import { TimesheetEntryIntake } from '../../../src/contexts/time-tracking/index.js';
import { silentView } from '../../../src/import/report/progress.js';
import { newId } from '../../../src/platform/values/index.js';
import { runSeed } from '../../../src/seed/run-seed.js';
import { ApiClient } from '../../support/requests/api-client.js';
import { CommandLine } from '../../support/programs/command-line.js';
import { Program } from '../../support/programs/program.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly project_id: string;
  readonly project_offering_id: string;
  readonly recorded_date: string;
  readonly scheduled_hours: number;
  readonly [member: string]: unknown;
}

const content = { people: 5, projects: 8, months: 1, until: '2026-11-20' };
const small = Object.entries(content).flatMap(([option, value]) => [`--${option}`, String(value)]);
const period = 'start_date=2026-01-01&end_date=2027-12-31';

/** Everything that the API lists, by the path of the list. */
type Lists = Readonly<Record<string, readonly Row[]>>;

describe('npm run seed', () => {
  let commandLine: CommandLine;
  let application: TestApplication;
  let output: string;
  let lists: Lists;
  // The application stays, and with it what is made.
  const first = `First ${newId()}`;

  beforeAll(async () => {
    commandLine = new CommandLine();
    application = await shareTestApplication();
    const program = new Program(['dist/cli.js', 'seed', ...small, '--organization', first], settings());
    expect([await program.end(), program.output]).toEqual([0, expect.any(String)]);
    output = program.output;
    lists = await readAll(tokenIn(output));
  });
  afterAll(async () => {
    await commandLine.kill('SIGTERM');
    await application.close();
  });

  const settings = () => ({
    DATABASE_URL: application.databaseUrl,
    PORT: '3456',
    RATE_LIMIT_REQUESTS: '1',
  });
  const seed = async (code: number, ...parameters: string[]): Promise<string> => {
    const called = await commandLine.run(settings(), 'seed', ...parameters);
    expect(called).toEqual({ code, output: expect.any(String) });
    return called.output;
  };

  const tokenIn = (text: string): ApiClient =>
    new ApiClient(application.url, /pda_\w+/.exec(text)?.[0] ?? 'none');

  const readAll = async (api: ApiClient): Promise<Lists> => {
    const list = async (path: string): Promise<Row[]> => {
      const { results, total } = (await api.get<{ results: Row[]; total: number }>(path)).body;
      expect(results).toHaveLength(total);
      return results;
    };
    const read = async (path: string) => [path.split('?')[0] ?? path, await list(path)] as const;
    const paths = [
      'tags',
      'departments',
      'roles',
      'people',
      'requisitions',
      'rate-cards',
      'rate-card-rates',
      'clients',
      'pipelines',
      'projects',
      'project-offerings',
      'project-offering-roles',
      `actual-time?${period}`,
      `timesheet-entries?${period}`,
    ].map((name) => `/v1/${name}`);
    const whole = Object.fromEntries(await Promise.all(paths.map(read)));
    const planned = [];
    for (const { id } of whole['/v1/projects'] ?? [])
      planned.push(...(await list(`/v1/planned-time?${period}&project_id=${id}`)));
    return { ...whole, '/v1/planned-time': planned };
  };

  const valuesOf = (path: string, member: string) =>
    [...new Set(lists[path]?.map((row) => row[member]))].sort();

  it('fills every list', () => {
    expect(Object.entries(lists).filter(([, rows]) => rows.length === 0)).toEqual([]);
    expect(lists['/v1/people']).toHaveLength(5);
    expect(lists['/v1/projects']).toHaveLength(8);
  });

  it('has every project status, billing model and state of approval', () => {
    expect(valuesOf('/v1/projects', 'status')).toEqual([
      'awaiting_start',
      'completed',
      'in_progress',
      'on_hold',
      'pre_sale',
    ]);
    expect(valuesOf('/v1/projects', 'project_model')).toEqual(['client', 'internal']);
    expect(valuesOf('/v1/project-offerings', 'billing_model')).toEqual([
      'admin',
      'fixed_bid',
      'fixed_retainer',
      'investment',
      'non_billable',
      'time_and_materials',
    ]);
    expect(valuesOf('/v1/timesheet-entries', 'approval_status')).toEqual([
      'approved',
      'draft',
      'rejected',
      'submitted',
    ]);
  });

  it('has a deal in every stage, and roles for people, requisitions and nobody', () => {
    const stages = lists['/v1/pipelines']?.flatMap(({ stages: ofPipeline }) => ofPipeline as Row[]);
    const taken = valuesOf('/v1/projects', 'stage_id');
    expect(stages?.filter(({ id }) => !taken.includes(id))).toEqual([]);
    const types = lists['/v1/project-offering-roles']?.map(
      ({ assignment }) => (assignment as Row | null)?.['type'] ?? 'nobody',
    );
    expect([...new Set(types)].sort()).toEqual(['nobody', 'person', 'requisition']);
  });

  it('has the actual time of each approved timesheet entry, and of no other', () => {
    const actualTime = new Map(lists['/v1/actual-time']?.map((row) => [row['id'], row]));
    for (const { approval_status, actual_time_id, hours, person_id } of lists['/v1/timesheet-entries'] ??
      []) {
      if (approval_status === 'approved') {
        expect(actualTime.get(String(actual_time_id))).toMatchObject({ hours, person_id });
      } else {
        expect(actual_time_id).toBeNull();
      }
    }
  });

  it('makes the same content from the same seed in another organization, and other content from another seed', async () => {
    const { organizationId, token, api } = await application.organization('Second');
    await runSeed({
      url: application.url,
      token,
      content: { ...content, seed: 1 },
      take: async (entries) =>
        void (await application.get(TimesheetEntryIntake).take(organizationId, entries)),
      view: silentView,
      stop: new AbortController().signal,
    });
    expect(contentOf(await readAll(api))).toEqual(contentOf(lists));
    const third = `Third ${newId()}`;
    const json = await seed(0, ...small, '--seed', '2', '--organization', third, '--json');
    expect(contentOf(await readAll(tokenIn(json)))).not.toEqual(contentOf(lists));
    expect(JSON.parse(json.slice(json.indexOf('{')))).toEqual({
      organization: third,
      token: expect.stringMatching(/^pda_/),
      address: 'http://localhost:3456',
      counts: expect.objectContaining({ people: 5, projects: 8 }),
    });
  });

  it('prints what it made, a token, and lines to paste', () => {
    expect(output).toMatch(/^people +5 {2}/m);
    expect(output).toMatch(/^timesheet entries +\d+ {2}/m);
    expect(output).toMatch(/curl -H 'X-API-KEY: pda_\w+' 'http:\/\/localhost:3456\/v1\/projects/);
    expect(output).toContain('http://localhost:3456/docs');
  });

  it('ends with 2 when it does not understand an option', async () => {
    expect(await seed(2, '--months', 'six')).toContain('--months <');
  });

  it('refuses an organization that has projects, in one sentence and without leaving a token', async () => {
    const before = await usableTokens();
    expect(await seed(2, ...small, '--organization', first)).toBe(
      `The organization "${first}" has projects already: name another one with --organization.\n`,
    );
    expect(await usableTokens()).toBe(before);
  });

  const usableTokens = async () => {
    const { results } = (await tokenIn(output).get<{ results: Row[] }>('/v1/access-tokens')).body;
    const usable = results.filter((row) => row['revoked_date'] === null);
    return usable.filter((row) => row['email_address'] === 'demo@example.com').length;
  };

  it.each([
    ['--people', '4', 'Must be a whole number, 5 to 500.'],
    ['--months', 'six', 'Must be a whole number, 1 to 24.'],
    ['--until', '2026-02-30', 'Must be a day from 2000 to 2100, YYYY-MM-DD.'],
    ['--organization', ' ', 'It must be text of 1 to 255 characters.'],
  ])('refuses %s %s', async (option, value, reason) => {
    let said = '';
    const command = seedCommand()
      .exitOverride()
      .configureOutput({ writeErr: (text) => (said += text) });
    await expect(command.parseAsync([option, value], { from: 'user' })).rejects.toThrow(CommanderError);
    expect(said).toContain(`${option} <`);
    expect(said.trimEnd().endsWith(reason)).toBe(true);
  });
});

/** What is in the lists, with names instead of ids, without timestamps, in an order of its own. */
function contentOf(lists: Lists): Record<string, string[]> {
  const labels = new Map<string, string>();
  const label = (rows: readonly Row[] | undefined, textOf: (row: Row) => unknown) => {
    for (const row of rows ?? []) labels.set(String(row['id']), String(textOf(row)));
  };
  const named = (id: unknown) => labels.get(String(id)) ?? String(id);
  for (const rows of Object.values(lists)) label(rows, ({ name, email_address }) => name ?? email_address);
  for (const { stages } of lists['/v1/pipelines'] ?? []) label(stages as Row[], ({ name }) => name);
  label(lists['/v1/projects'], ({ name, crm_identifiers }) => `${name} ${JSON.stringify(crm_identifiers)}`);
  label(lists['/v1/project-offerings'], ({ name, project_id }) => `${name} of ${named(project_id)}`);
  const assigned = ({ assignment }: Row) => named((assignment as Row | null)?.['id']);
  label(lists['/v1/project-offering-roles'], (row) => {
    return `${named(row['role_id'])} ${assigned(row)} ${row['scheduled_hours']} on ${named(row['project_offering_id'])}`;
  });
  label(lists['/v1/actual-time'], ({ person_id, recorded_date }) => `${named(person_id)} ${recorded_date}`);

  const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
  const written = (row: Row) =>
    JSON.stringify(row, (member, value: unknown) =>
      ['id', 'created_date', 'modified_date'].includes(member)
        ? named(value).replace(/^\d{4}-.*Z$/, '')
        : Array.isArray(value) && value.every((item) => typeof item === 'string')
          ? value.map(named).sort()
          : value,
    ).replace(id, named);
  return Object.fromEntries(
    Object.entries(lists).map(([path, rows]) => [
      path,
      rows
        .map(written)
        .map((text) => text.replace(id, ''))
        .sort(),
    ]),
  );
}
