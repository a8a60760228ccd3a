import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';

const FIRST = 'export API=';

/** Each command shows its status alone. */
const curl = `curl() { command curl --silent --output /dev/null --write-out '%{http_code} ' "$@"; }`;

const stepsOf = (guide: string): string[] =>
  [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands = '']) => commands);

describe('the first five minutes of the README', () => {
  let application: TestApplication;
  let commands: string[];

  beforeAll(async () => {
    application = await createTestApplication({ delivers: true });
    const [, guide = ''] = (await readFile('README.md', 'utf8')).split('\n## The first five minutes\n');
    const steps = stepsOf(guide.split('\n## ')[0] ?? '');
    commands = steps.slice(steps.findIndex((step) => step.startsWith(FIRST)));
    commands[0] = (commands[0] ?? '')
      .replace('http://localhost:3000', application.url)
      .replace('pda_...', application.token);
  });
  afterAll(() => application.close());

  const run = async (): Promise<string[]> => {
    const { stdout } = await promisify(execFile)('sh', ['-e', '-c', [curl, ...commands].join('\n')]);
    return stdout.trim().split(' ');
  };

  it('is not longer than a README may be', async () => {
    expect((await readFile('README.md', 'utf8')).split('\n').length).toBeLessThanOrEqual(301);
  });

  it('can be pasted, and again: the second time nothing is doubled', async () => {
    const statuses = ['200', '200', '207', '200', '409', '207', '200', '200', '412'];
    expect(await run()).toEqual(statuses);
    const first = await everything();
    expect(await run()).toEqual(statuses);
    expect(await everything()).toEqual(first);
    expect(first.projects.map(({ name, status }) => [name, status])).toEqual([
      ['Newest website', 'awaiting_start'],
      ['Shop', 'pre_sale'],
    ]);
  });

  it('leads to a staffed project with hours, and shows the refusal that there is', async () => {
    const { body } = await application.api.get<{ labor_metrics: unknown; revenue_metrics: unknown }>(
      '/v1/projects/crm:hubspot:77/offerings/crm:hubspot:78/metrics',
    );
    expect(body.labor_metrics).toMatchObject({ sold: 15.5, planned: 15.5, actual: 6.25 });
    const { results } = await listed('/v1/project-offering-roles');
    expect(results).toMatchObject([{ assignment: { type: 'person' }, scheduled_hours: 15.5 }]);
    const refused = await application.api.post('/v1/clients', { name: 'Northwind' });
    const [, shown = ''] = /```json\n([\s\S]*?)```/.exec(await readFile('README.md', 'utf8')) ?? [];
    const { detail, request_id, ...exact } = JSON.parse(shown) as Record<string, string>;
    expect([detail, request_id]).toEqual([expect.any(String), expect.any(String)]);
    expect(refused.body).toMatchObject(exact);
  });

  const listed = async (path: string) =>
    (await application.api.get<{ total: number; results: Record<string, unknown>[] }>(path)).body;

  const everything = async () => {
    const lists = ['clients', 'people', 'project-offerings', 'project-offering-roles', 'planned-time'];
    const totals = await Promise.all(
      [...lists, 'actual-time?start_date=2020-01-01'].map((path) => listed(`/v1/${path}`)),
    );
    const { results: projects } = await listed('/v1/projects');
    return { totals: totals.map(({ total }) => total), projects };
  };
});
