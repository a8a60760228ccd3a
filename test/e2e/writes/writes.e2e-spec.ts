import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { KeptAnswerRetention } from '../../../src/platform/http/writes/kept-answer-retention.js';
import { until } from '../../../src/testing/until.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { aPerson } from '../../factories/people.factory.js';
import { eventsAbout } from '../../support/application/published-events.js';
import { createWorld, fill, type World } from '../../support/application/world.js';
import { ApiClient, type ApiResponse } from '../../support/requests/api-client.js';
import { ApiDescription } from '../../support/requests/api-description.js';
import { UNUSED_ID } from '../../support/requests/refusals.js';

type Json = Record<string, unknown>;
type Described = ReturnType<ApiDescription['operations']>[number];

const OLD = '"2000-01-01T00:00:00.000Z"';
const settings = {
  DATABASE_POOL_SIZE: '4',
  DATABASE_POOL_WAIT_MS: '60000',
  DATABASE_LOCK_TIMEOUT_MS: '60000',
  RATE_LIMIT_REQUESTS: '100000',
};

let application: TestApplication;
let world: World;
let description: ApiDescription;

beforeAll(async () => {
  application = await createTestApplication({ settings });
  world = await createWorld(application, 'World');
  description = await ApiDescription.of(application.url);
});
afterAll(() => application.close());

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  world.api.send<Json>(method, path, body, headers);

const hasParameter = ({ operation }: Described, name: string): boolean =>
  (operation.parameters ?? []).some((parameter) => parameter.name === name);

const pathOf = (path: string): string => fill(path, (collection) => world.ids[collection] ?? '');

const many: Readonly<Record<string, () => Json>> = {
  '/v1/batch': () => ({
    mode: 'each',
    operations: [
      { method: 'POST', path: '/v1/tags', body: { name: 'Of a batch' } },
      { method: 'DELETE', path: `/v1/tags/${UNUSED_ID}` },
    ],
  }),
  '/v1/actual-time/bulk': () => ({
    mode: 'each',
    entries: [{ ...world.bodyFor('/v1/actual-time'), hours: 1 }],
  }),
};

/** A body that the world does not hold already. */
function bodyOf({ method, path, operation }: Described): unknown {
  if (method === 'PATCH') return {};
  if (method !== 'POST' || !operation.requestBody) return undefined;
  const together = many[path];
  if (together) return together();
  const list = world.listFor(path);
  if (list) return list.map((entry) => ({ ...entry, hours: 3 }));
  const { crm_identifiers: _known, assignment: _taken, ...body } = world.bodyFor(path);
  return {
    ...body,
    ...(typeof body.name === 'string' && { name: `${body.name} again` }),
    ...(typeof body.email_address === 'string' && { email_address: 'again@example.com' }),
    ...(path.endsWith('/rates') && { role_id: spareRoleId }),
  };
}

let spareRoleId: string;

// Background work adds up the counts of a day at any moment: their sums stay.
const rowsOf = (table: string): string =>
  table.endsWith('_counts')
    ? `(SELECT to_jsonb(c) - '{row_count,hours,is_sum}'::text[] AS day, sum(row_count), sum(hours)
        FROM "${table}" c GROUP BY 1 HAVING sum(row_count) <> 0 OR sum(hours) <> 0)`
    : `"${table}"`;

/** Everything that is stored. */
async function stored(): Promise<Json> {
  const tables = await application.database.query<{ name: string }[]>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
  );
  const rows = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(string_agg(t::text, ';' ORDER BY t::text)) AS hash FROM ${rowsOf(name)} t`,
  );
  const found = await application.database.query<{ name: string; hash: string }[]>(rows.join(' UNION ALL '));
  return Object.fromEntries(found.map(({ name, hash }) => [name, hash]));
}

const codeOf = ({ status, body }: ApiResponse<Json>) => [status, body.code];

describe('If-Match', () => {
  it('is honoured by every PATCH, DELETE and action of the description: 412 precondition.failed, nothing written', async () => {
    const { id } = await world.api.create('/v1/roles', {
      name: 'Spare',
      department_id: world.ids['/v1/departments'],
    });
    spareRoleId = id;
    const before = await stored();
    const operations = description.operations();
    const conditional = operations.filter((one) => hasParameter(one, 'If-Match'));
    const changing = operations.filter(
      ({ method, path }) => method === 'PATCH' || method === 'DELETE' || path.includes('/merge/'),
    );
    expect(changing.filter((one) => !conditional.includes(one)).map(({ path }) => path)).toEqual([]);
    expect(conditional.length).toBeGreaterThan(28);
    for (const one of conditional) {
      const path = pathOf(one.path);
      const place = `${one.method} ${one.path}`;
      const refused = await send(one.method, path, bodyOf(one), { 'If-Match': OLD });
      expect([place, ...codeOf(refused)]).toEqual([place, 412, 'precondition.failed']);
      const tag = refused.headers.get('ETag') ?? '';
      expect([place, tag]).toEqual([place, expect.stringMatching(/^"\d{4}-[^"]*Z"$/)]);
      const weak = await send(one.method, path, bodyOf(one), { 'If-Match': `W/${tag}, ${OLD}` });
      expect([place, weak.status]).toEqual([place, 412]);
      const unwanted = await send(one.method, path, bodyOf(one), { 'If-None-Match': '*' });
      expect([place, unwanted.status]).toEqual([place, 412]);
      for (const match of [`${OLD}, ${tag.slice(0, -1)}.digest"`, '*']) {
        const tried = await send(one.method, `${path}?validate_only=true`, bodyOf(one), {
          'If-Match': match,
        });
        expect([place, match, tried.status]).not.toEqual([place, match, 412]);
        expect([place, match, tried.status < 500]).toEqual([place, match, true]);
      }
    }
    expect(await stored()).toEqual(before);
  });

  it('lets exactly one of fifty writers with one tag succeed', async () => {
    const path = `/v1/clients/${world.ids['/v1/clients']}`;
    const tag = (await send('GET', path)).headers.get('ETag') ?? '';
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_one, count) =>
        send('PATCH', path, { name: `Writer ${count}` }, { 'If-Match': tag }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(49).fill(412)]);
    const winner = answers.find(({ status }) => status === 200);
    expect((await send('GET', path)).body.name).toBe(winner?.body.name);
  });

  it('must be well-formed (400), and 404 comes before it', async () => {
    const path = `/v1/clients/${world.ids['/v1/clients']}`;
    const refused = await send('PATCH', path, {}, { 'If-Match': 'yesterday' });
    expect([refused.status, Object.keys(refused.body.errors as Json)]).toEqual([400, ['If-Match']]);
    const unknown = await send('PATCH', `/v1/clients/${UNUSED_ID}`, {}, { 'If-Match': OLD });
    expect(unknown.status).toBe(404);
  });
});

describe('the ETag of a record', () => {
  it('is its modified_date, with a digest where it has derived members, and spares reading it again (304)', async () => {
    const gets = description
      .operations()
      .filter((one) => one.method === 'GET' && hasParameter(one, 'If-None-Match'));
    expect(gets.length).toBeGreaterThan(16);
    for (const { path } of gets) {
      const read = await world.api.get<{ modified_date?: string }>(pathOf(path));
      const tag = read.headers.get('ETag') ?? '';
      const date = read.body.modified_date ?? tag.slice(1, 25);
      expect([path, tag]).toEqual([path, expect.stringMatching(`^"${date}(\\.[\\w-]{22})?"$`)]);
      const again = await send('GET', pathOf(path), undefined, { 'If-None-Match': `"other", ${tag}` });
      expect([path, again.status, again.body, again.headers.get('ETag')]).toEqual([path, 304, null, tag]);
      const other = await send('GET', pathOf(path), undefined, { 'If-None-Match': OLD });
      expect([path, other.status]).toEqual([path, 200]);
    }
  });

  it('changes its digest alone when a tag is renamed', async () => {
    const path = `/v1/projects/${world.ids['/v1/projects']}`;
    const before = (await send('GET', path)).headers.get('ETag') ?? '';
    await send('PATCH', `/v1/tags/${world.ids['/v1/tags']}`, { name: 'Renamed' });
    const after = (await send('GET', path)).headers.get('ETag') ?? '';
    expect(after.slice(0, 25)).toBe(before.slice(0, 25));
    expect(after).not.toBe(before);
    await send('PATCH', `/v1/tags/${world.ids['/v1/tags']}`, { name: 'World tag' });
  });

  it('of a plan is moved by each change of it, and by no change of the role', async () => {
    const role = pathOf('/v1/projects/{project_id}/offerings/{project_offering_id}/roles/{id}');
    const plan = `${role}/planned-time`;
    const tagOf = async (path: string) => (await send('GET', path)).headers.get('ETag');
    const [ofRole, ofPlan] = [await tagOf(role), (await tagOf(plan)) ?? ''];
    const days = (hours: number) => [{ plan_date: '2031-01-06', hours }];
    const first = await send('POST', plan, days(5), { 'If-Match': ofPlan, 'Idempotency-Key': 'plan' });
    const changed = await tagOf(plan);
    expect([first.status, first.headers.get('ETag')]).toEqual([200, changed]);
    expect(changed).not.toBe(ofPlan);
    const refused = await send('POST', plan, days(6), { 'If-Match': ofPlan });
    expect([refused.status, refused.headers.get('ETag')]).toEqual([412, changed]);
    const repeated = await send('POST', plan, days(5), { 'If-Match': ofPlan, 'Idempotency-Key': 'plan' });
    expect([repeated.status, repeated.headers.get('ETag')]).toEqual([200, changed]);
    const same = await send('POST', plan, days(5));
    expect([same.status, same.headers.get('ETag')]).toEqual([200, changed]);
    await send('PATCH', role, { allocation: 0.25 });
    expect(await tagOf(plan)).toBe(changed);
    expect(await tagOf(`${plan}?start_date=2040-01-01`)).toBe(changed);
    expect((await tagOf(role))?.slice(0, 25)).not.toBe(ofRole?.slice(0, 25));
  });
});

describe('Idempotency-Key', () => {
  const keyed = (key: string, headers: Record<string, string> = {}) => ({
    'Idempotency-Key': key,
    ...headers,
  });
  const replayed = ({ headers }: ApiResponse<Json>) => headers.get('Idempotent-Replayed');

  /** A foreign session holds what every write of a client needs. */
  async function whileClientsAreHeld(work: () => Promise<void>): Promise<void> {
    const session = new Client({ connectionString: application.databaseUrl });
    await session.connect();
    await session.query('BEGIN; LOCK TABLE clients IN EXCLUSIVE MODE');
    try {
      await work();
    } finally {
      await session.end();
    }
  }
  const waiting = () =>
    application.database.query<{ pid: number }[]>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );

  it('makes one write and one event of twenty equal requests, which wait without connections', async () => {
    let sent: Promise<ApiResponse<Json>>[] = [];
    await whileClientsAreHeld(async () => {
      sent = Array.from({ length: 20 }, () =>
        send('POST', '/v1/clients', { name: 'Twenty' }, keyed('twenty')),
      );
      await until('the first waits for the table', async () => (await waiting()).length === 1);
      const reads = await Promise.all(Array.from({ length: 10 }, () => send('GET', '/v1/tags')));
      expect(reads.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(await waiting()).toHaveLength(1);
    });
    const answers = await Promise.all(sent);
    const shown = answers.map(({ status, body, headers }) =>
      JSON.stringify([status, body, headers.get('Location'), headers.get('ETag')]),
    );
    expect([answers[0]?.status, new Set(shown).size]).toEqual([201, 1]);
    expect(answers.filter((answer) => replayed(answer) === 'true')).toHaveLength(19);
    expect(await eventsAbout(application, String(answers[0]?.body.id))).toHaveLength(1);
    const { body } = await send('GET', '/v1/clients?terms=twenty');
    expect(body.total).toBe(1);
  });

  it('leaves nothing of a write whose process dies before the commit, which then is done once', async () => {
    let cut: Promise<ApiResponse<Json>> | undefined;
    await whileClientsAreHeld(async () => {
      cut = send('POST', '/v1/clients', { name: 'Cut' }, keyed('cut'));
      await until('it waits for the table', async () => (await waiting()).length === 1);
      const [{ pid } = { pid: 0 }] = await waiting();
      await application.database.query('SELECT pg_terminate_backend($1)', [pid]);
      expect((await cut).status).toBe(503);
    });
    const kept = await application.database.query(`SELECT FROM idempotency_keys WHERE body LIKE '%"Cut"%'`);
    expect(kept).toEqual([]);
    const first = await send('POST', '/v1/clients', { name: 'Cut' }, keyed('cut'));
    const second = await send('POST', '/v1/clients', { name: 'Cut' }, keyed('"cut"'));
    expect([first.status, replayed(first), second.status, replayed(second)]).toEqual([
      201,
      null,
      201,
      'true',
    ]);
    expect(second.body).toEqual(first.body);
  });

  it('that a first request holds for ten seconds is refused for a second one: 409 idempotency.in_progress', async () => {
    let held: Promise<ApiResponse<Json>> | undefined;
    await whileClientsAreHeld(async () => {
      held = send('POST', '/v1/clients', { name: 'Held' }, keyed('held'));
      await until('it waits for the table', async () => (await waiting()).length === 1);
      const second = await send('POST', '/v1/clients', { name: 'Held' }, keyed('held'));
      expect([...codeOf(second), second.headers.get('Retry-After')]).toEqual([
        409,
        'idempotency.in_progress',
        '1',
      ]);
    });
    expect((await held)?.status).toBe(201);
  });

  it('answers a PATCH that has created a record as before', async () => {
    const path = '/v1/clients/crm:hub:keyed';
    const sent = () => send('PATCH', path, { name: 'Made by a reference' }, keyed('made'));
    const [first, again] = [await sent(), await sent()];
    for (const { status, headers } of [first, again]) {
      expect([status, headers.get('Location')]).toEqual([201, `/v1/clients/${String(first.body.id)}`]);
    }
    expect([replayed(first), replayed(again), again.body]).toEqual([null, 'true', first.body]);
  });

  it('is of one user, method and path, and is refused with another body: 422 idempotency.key_reused', async () => {
    const first = await send('POST', '/v1/tags', { name: 'Key' }, keyed('k'));
    const other = await send('POST', '/v1/departments', { name: 'Key' }, keyed('k'));
    expect([first.status, other.status, replayed(other)]).toEqual([201, 201, null]);
    const reused = await send('POST', '/v1/tags', { name: 'Another' }, keyed('k'));
    expect(codeOf(reused)).toEqual([422, 'idempotency.key_reused']);
  });

  it('gives no answer to a token of the user with other scopes, which may read less', async () => {
    const cost = { currency_code: 'USD', amount: 4711 };
    const { id } = await world.api.create<{ id: string }>('/v1/people', aPerson({ cost_rate: cost }));
    const rename = async (scopes: string[]) => {
      const { token } = await world.api.create<{ token: string }>('/v1/access-tokens', { name: 'n', scopes });
      const api = new ApiClient(application.url, token);
      return api.send<Json>('PATCH', `/v1/people/${id}`, { family_name: 'King' }, keyed('scopes'));
    };
    const [shown, again] = [
      await rename(['people:write', 'rates:read']),
      await rename(['rates:read', 'people:write']),
    ];
    expect([shown.body.cost_rate, replayed(again), again.body]).toEqual([cost, 'true', shown.body]);
    expect(codeOf(await rename(['people:write']))).toEqual([422, 'idempotency.key_reused']);
  });

  it('gives the kept answer before preconditions and validation, and keeps no refusal', async () => {
    const { id, modified_date } = await world.api.create<{ id: string; modified_date: string }>('/v1/tags', {
      name: 'Kept',
    });
    const path = `/v1/tags/${id}`;
    const refused = await send('PATCH', path, { name: 'Key' }, keyed('rename'));
    expect(refused.status).toBe(409);
    const match = keyed('rename', { 'If-Match': `"${modified_date}"` });
    const renamed = await send('PATCH', path, { name: 'Kept on' }, match);
    const repeat = await send('PATCH', path, { name: 'Kept on' }, match);
    expect([renamed.status, repeat.status, replayed(repeat)]).toEqual([200, 200, 'true']);
    expect([repeat.body, repeat.headers.get('ETag')]).toEqual([renamed.body, renamed.headers.get('ETag')]);
    const removed = [await send('DELETE', path, undefined, keyed('away'))];
    removed.push(await send('DELETE', path, undefined, keyed('away')));
    expect(removed.map((answer) => [answer.status, replayed(answer)])).toEqual([
      [204, null],
      [204, 'true'],
    ]);
  });

  it('holds for a batch as a whole, with its status', async () => {
    const twice = [0, 1].map(() => send('POST', '/v1/batch', many['/v1/batch']?.(), keyed('batch')));
    const answers = await Promise.all(twice);
    expect(answers.map(({ status }) => status)).toEqual([207, 207]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(answers.map(replayed).sort()).toEqual([null, 'true']);
    expect((answers[0]?.body.results as Json[]).map(({ status }) => status)).toEqual([201, 404]);
  });

  it('keeps an answer that shows a secret encrypted', async () => {
    const body = { name: 'Secret', scopes: ['read'] };
    const first = await send('POST', '/v1/access-tokens', body, keyed('secret'));
    const again = await send('POST', '/v1/access-tokens', body, keyed('secret'));
    expect([again.body, replayed(again)]).toEqual([first.body, 'true']);
    const subscriber = { name: 'Secret', url: 'https://192.0.2.1/secret' };
    const made = await send('POST', '/v1/webhook-subscribers', subscriber, keyed('secret'));
    const kept = await application.database.query<{ row: string }[]>(
      'SELECT k::text AS row FROM idempotency_keys k',
    );
    const rows = kept.map(({ row }) => row).join('\n');
    expect(rows).toContain('v1.');
    expect([rows.includes(String(first.body.token)), rows.includes(String(made.body.secret))]).toEqual([
      false,
      false,
    ]);
  });

  it('is forgotten after IDEMPOTENCY_HOURS, and not before', async () => {
    const body = { name: 'Forgotten', project_model: 'internal' };
    const first = await send('POST', '/v1/projects', body, keyed('forgotten'));
    const age = (hours: number) =>
      application.database.query(
        `UPDATE idempotency_keys SET created_at = now() - $1 * interval '1 hour' WHERE body LIKE '%"Forgotten"%'`,
        [hours],
      );
    await age(47);
    await application.get(KeptAnswerRetention).removeOld();
    expect((await send('POST', '/v1/projects', body, keyed('forgotten'))).body).toEqual(first.body);
    await age(49);
    expect(await application.get(KeptAnswerRetention).removeOld()).toBe(false);
    const later = await send('POST', '/v1/projects', body, keyed('forgotten'));
    expect([later.status, replayed(later), later.body.id === first.body.id]).toEqual([201, null, false]);
  });

  it('must be 1 to 255 visible ASCII characters (400)', async () => {
    for (const key of ['', 'a b', 'ä', 'x'.repeat(256), '""']) {
      const refused = await send('POST', '/v1/tags', { name: 'No' }, keyed(key));
      expect([key, refused.status, Object.keys(refused.body.errors as Json)]).toEqual([
        key,
        400,
        ['Idempotency-Key'],
      ]);
    }
  });
});

describe('validate_only=true', () => {
  /** What a rule refuses in this world. */
  const refused = new Map([
    ['DELETE /v1/tags/{id}', 409],
    ['DELETE /v1/projects/{project_id}/offerings/{project_offering_id}/roles/{id}', 409],
    ['POST /v1/projects/{target_id}/merge/{source_id}', 409],
    ['POST /v1/webhook-subscribers/{id}/deliveries/{delivery_id}/redeliver', 409],
  ]);

  it('does every write of the description and takes all of it back, with its events', async () => {
    await send('GET', '/v1/me');
    const before = await stored();
    const writes = description
      .operations()
      .filter(({ method, path }) => method !== 'GET' && path.startsWith('/v1/'));
    const unexpected: unknown[] = [];
    for (const one of writes) {
      const place = `${one.method} ${one.path}`;
      const body = one.method === 'PATCH' ? (changes[one.path] ?? {}) : bodyOf(one);
      const tried = await send(one.method, `${pathOf(one.path)}?validate_only=true`, body, {
        'Idempotency-Key': 'tried',
      });
      expect([place, tried.headers.get('Validate-Only')]).toEqual([place, 'true']);
      const isExpected = tried.status < 300 || tried.status === refused.get(place);
      if (!isExpected) unexpected.push([place, tried.status, tried.body]);
    }
    expect(unexpected).toEqual([]);
    expect(writes.length).toBeGreaterThan(45);
    expect(await stored()).toEqual(before);
  });

  it('says so of a write that is refused before it is looked at', async () => {
    const { api: reader } = await application.organization('Readers', 'read');
    const stranger = new ApiClient(application.url, 'pdk_unknown');
    const place = '/v1/tags?validate_only=true';
    const refused = [
      await stranger.send('POST', place, { name: 'Tried' }),
      await reader.send('POST', place, { name: 'Tried' }),
      await stranger.send('GET', place),
    ];
    expect(refused.map(({ status, headers }) => [status, headers.get('Validate-Only')])).toEqual([
      [401, 'true'],
      [403, 'true'],
      [401, null],
    ]);
  });

  const changes: Readonly<Record<string, Json>> = {
    '/v1/organization': { name: 'Tried' },
    '/v1/people/{id}': { given_name: 'Tried' },
    '/v1/projects/{id}': { name: 'Tried', status: 'awaiting_start' },
    '/v1/clients/{id}': { name: 'Tried' },
    '/v1/actual-time/{id}': { hours: 1 },
    '/v1/webhook-subscribers/{id}': { status: 'disabled' },
  };

  it('tells what a merge would move', async () => {
    const source = String(world.ids['/v1/projects']);
    const target = await world.api.create('/v1/projects', {
      name: 'Target',
      project_model: 'client',
      client_id: world.ids['/v1/clients'],
    });
    const time = await send('DELETE', `/v1/actual-time/${world.ids['/v1/actual-time']}`);
    expect(time.status).toBe(204);
    const answer = await send('POST', `/v1/projects/${target.id}/merge/${source}?validate_only=true`);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        project_offerings: [{ id: expect.any(String), name: 'Design', previous_name: 'Design' }],
        project_offering_roles: 1,
        planned_hours: expect.any(Number),
        timesheet_entries: 1,
        crm_identifiers: [expect.objectContaining({ system: 'crm', identifier: '42' })],
        tags: ['World tag'],
      },
    ]);
    expect((await send('GET', `/v1/projects/${source}`)).body.merged_into_id).toBeNull();
  });

  it('is unknown to GET, and true or false elsewhere (400)', async () => {
    const read = await send('GET', '/v1/tags?validate_only=true');
    const other = await send('POST', '/v1/tags?validate_only=maybe', { name: 'Maybe' });
    expect([read.status, other.status]).toEqual([400, 400]);
    expect(Object.keys(other.body.errors as Json)).toEqual(['validate_only']);
    expect((await send('POST', '/v1/tags?validate_only=false', { name: 'Meant' })).status).toBe(201);
  });
});
