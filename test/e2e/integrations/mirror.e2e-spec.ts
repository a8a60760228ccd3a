import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ChangeRetention } from '../../../src/contexts/changes/retention/change-retention.js';
import { TimesheetEntryIntake } from '../../../src/contexts/time-tracking/index.js';
import { aTimesheetEntry } from '../../factories/time-tracking.factory.js';
import { createPlanning } from '../../support/application/planning.js';
import { untilNumbered } from '../../support/application/published-events.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { listsOfApi, listsOfMirror } from '../../support/mirrors/copied-lists.js';
import { MirrorProgram } from '../../support/mirrors/mirror-program.js';
import { pause } from '../../support/programs/program.js';
import { RandomWrites } from '../../support/random-operations/random-writes.js';
import { AnswerLosingProxy } from '../../support/servers/answer-losing-proxy.js';

const WRITERS = 6;
const settings = { WEBHOOK_RELAY_INTERVAL_MS: '100' };
const limited = { ...settings, RATE_LIMIT_REQUESTS: '4', RATE_LIMIT_WINDOW_SECONDS: '1' };

describe('the copy that examples/mirror keeps', () => {
  let application: TestApplication;
  let slower: TestApplication;
  let proxy: AnswerLosingProxy;
  let mirror: MirrorProgram;

  beforeAll(async () => {
    application = await createTestApplication({ delivers: true, settings });
    const { databaseUrl } = application;
    slower = await createTestApplication({ databaseUrl, settings: limited });
    proxy = await AnswerLosingProxy.begin(slower.url, (_, count) => count % 9 === 0);
  });
  afterEach(() => mirror.remove());
  afterAll(async () => {
    await proxy.end();
    await slower.close();
    await application.close();
  });

  const writeRandomly = async (writes: RandomWrites, count: number): Promise<number> => {
    let taken = 0;
    const writer = async (): Promise<void> => {
      for (let write = 0; write < count / WRITERS; write += 1) {
        const { method, path, body, done } = writes.next();
        const answer = await application.api.send(method, path, body);
        if (answer.status >= 300) continue;
        taken += 1;
        done(answer.body);
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
    return taken;
  };

  const now = async (): Promise<string> => {
    await untilNumbered((statement) => application.database.query(statement));
    const { body } = await application.api.get<{ next_cursor: string }>('/v1/changes?cursor=now');
    return body.next_cursor;
  };

  const expectEqual = async (token = application.token): Promise<void> => {
    await mirror.untilEqual(await now());
    expect(await mirror.stop('SIGTERM')).toBe(0);
    expect(listsOfMirror(mirror.file)).toEqual(await listsOfApi(application.url, token));
  };

  it('equals the API after random writes, although it is killed, answers are lost, and 429 lets it wait', async () => {
    const writes = new RandomWrites();
    await writeRandomly(writes, 200);
    mirror = await MirrorProgram.prepare(proxy.url, application.token);
    const writing = writeRandomly(writes, 600);
    for (const moment of [300, 1500, 700, 2500]) {
      mirror.start();
      await pause(moment);
      await mirror.stop('SIGKILL');
    }
    expect(await writing).toBeGreaterThan(300);
    mirror.start();
    await expectEqual();
    const empty = Object.entries(listsOfMirror(mirror.file)).filter(([, rows]) => rows.length === 0);
    // Entries come from elsewhere, and rates are deleted too.
    const mayBeEmpty = ['timesheet_entries', 'rate_card_rates'];
    expect(empty.map(([table]) => table).filter((table) => !mayBeEmpty.includes(table))).toEqual([]);
    expect(mirror.output).toMatch(/: 429, asked again in 1\.0 s/);
    expect(mirror.output).toMatch(/: 0, asked again in /);
  });

  it('follows merges, plans, deletions, timesheet entries and tags with another name', async () => {
    const planning = await createPlanning(application);
    const { api, organizationId } = application;
    const tag = await api.create('/v1/tags', { name: 'Old' });
    const [source, target] = [await planning.newProject(), await planning.newProject()];
    await api.patch(`/v1/projects/${source}`, { tags: ['Old'] });
    const offering = await planning.newOffering({}, source);
    const [kept, gone] = [
      await planning.newRole(offering, {}, source),
      await planning.newRole(offering, {}, source),
    ];
    const plan = async (project: string, id: string, hours: Readonly<Record<string, number>>) => {
      const entries = Object.entries(hours).map(([plan_date, planned]) => ({ plan_date, hours: planned }));
      const path = `/v1/projects/${project}/offerings/${offering}/roles/${id}/planned-time`;
      expect(await api.post(path, entries)).toMatchObject({ status: 200 });
    };
    await plan(source, kept.id, { '2026-12-01': 1, '2026-12-02': 2, '2026-12-03': 3 });
    await plan(source, gone.id, { '2026-12-01': 1 });
    const entry = aTimesheetEntry({
      project_id: source,
      project_offering_id: offering,
      project_offering_role_id: kept.id,
      person_id: await planning.newPerson(),
    });
    await application.get(TimesheetEntryIntake).take(organizationId, [entry]);
    mirror = await MirrorProgram.prepare(application.url, application.token);
    mirror.start();
    await mirror.untilEqual(await now());
    await api.patch(`/v1/tags/${tag.id}`, { name: 'New' });
    await api.post(`/v1/projects/${target}/merge/${source}`);
    await plan(target, kept.id, { '2026-12-01': 0, '2026-12-02': 5 });
    await plan(target, gone.id, { '2026-12-01': 0 });
    const removed = await api.delete(`/v1/projects/${target}/offerings/${offering}/roles/${gone.id}`);
    expect(removed.status).toBe(204);
    await expectEqual();
    const lists = listsOfMirror(mirror.file);
    expect(lists.projects?.find(({ id }) => id === target)).toMatchObject({ tags: ['New'] });
    expect(lists.projects?.find(({ id }) => id === source)).toMatchObject({ merged_into_id: target });
    expect(lists.timesheet_entries).toMatchObject([{ project_id: target }]);
    expect(
      lists.planned_time?.flatMap(({ project_offering_role_id: id, plan_date, hours }) =>
        id === kept.id || id === gone.id ? [[plan_date, hours]] : [],
      ),
    ).toEqual([
      ['2026-12-02', 5],
      ['2026-12-03', 3],
    ]);
  });

  it('is read anew over what there is, when what it has missed is no longer kept (410 changes.cursor_expired)', async () => {
    const { api } = application;
    const tag = await api.create('/v1/tags', { name: 'Removed' });
    mirror = await MirrorProgram.prepare(application.url, application.token);
    mirror.start();
    await mirror.untilEqual(await now());
    await mirror.stop('SIGTERM');
    expect(listsOfMirror(mirror.file).tags?.map(({ id }) => id)).toContain(tag.id);
    await api.delete(`/v1/tags/${tag.id}`);
    await api.create('/v1/tags', { name: 'Another' });
    await now();
    await application.database.query(`UPDATE changes SET numbered_at = now() - interval '31 days'`);
    const retention = application.get(ChangeRetention);
    await retention.removeOld();
    await retention.removeOld();
    mirror.start();
    await expectEqual();
    expect(mirror.output).toContain('changes.cursor_expired');
  });

  it.each([
    ['a wrong token', 'pda_wrong', '1', /^Error: \/v1\/changes: token\.invalid: \S.*$/m],
    ['a wait that is too long', undefined, '1000', /^Error: \/v1\/changes: request\.invalid: .* wait \S.*$/m],
  ])('ends with %s, and says why', async (_, token, wait, reason) => {
    mirror = await MirrorProgram.prepare(application.url, token ?? application.token, wait);
    mirror.start();
    expect(await mirror.end()).toBe(1);
    expect(mirror.output).toMatch(reason);
    expect(mirror.output).not.toContain('undefined');
  });

  it('holds nothing of what its token may not read', async () => {
    const { token } = await application.api.create<{ token: string }>('/v1/access-tokens', {
      name: 'Mirror of people',
      scopes: ['people:read'],
    });
    mirror = await MirrorProgram.prepare(application.url, token);
    mirror.start();
    await mirror.untilEqual(await now());
    await application.api.create('/v1/clients', { name: 'Unseen' });
    await application.api.create('/v1/departments', { name: 'Seen' });
    await mirror.untilEqual(await now());
    await mirror.stop('SIGTERM');
    const all = await listsOfApi(application.url, application.token);
    const filled = Object.entries(listsOfMirror(mirror.file)).filter(([, rows]) => rows.length > 0);
    expect(filled.map(([table]) => table).sort()).toEqual(['departments', 'people', 'requisitions', 'roles']);
    expect(Object.fromEntries(filled).departments).toEqual(all.departments);
  });
});
