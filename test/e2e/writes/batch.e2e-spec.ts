import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { deliveryBatches } from '../../../src/contexts/delivery/delivery-batches.js';
import { exampleId } from '../../../src/platform/values/index.js';
import { until } from '../../../src/testing/until.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { createPlanning, type Planning } from '../../support/application/planning.js';
import { ApiClient } from '../../support/requests/api-client.js';
import { UNUSED_ID } from '../../support/requests/refusals.js';

interface Result {
  readonly ref: string | null;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Record<string, unknown> & { id: string; code?: string };
}

interface Answer {
  readonly results: Result[];
  readonly code: string;
  readonly errors: Record<string, string[]>;
  readonly operation: { index: number; ref?: string };
}

const created = (name: string, ref?: string, path = '/v1/clients') => ({
  ...(ref !== undefined && { ref }),
  method: 'POST',
  path,
  body: { name },
});

describe('a batch', () => {
  let application: TestApplication;
  let planning: Planning;

  beforeAll(async () => {
    application = await createTestApplication();
    planning = await createPlanning(application);
  });
  afterAll(() => application.close());

  const send = (mode: string, operations: readonly object[], api = application.api) =>
    api.post<Answer>('/v1/batch', { mode, operations });
  const statuses = ({ body }: { body: Answer }) => body.results.map(({ status }) => status);
  const namesLike = async (name: string) => {
    const { body } = await application.api.get<{ results: { name: string }[] }>(`/v1/clients?terms=${name}`);
    return body.results.map((client) => client.name).sort();
  };
  const counts = async () => {
    const [row] = await application.database.query<object[]>(
      'SELECT (SELECT count(*) FROM clients) AS clients, (SELECT count(*) FROM outbox_events) AS events',
    );
    return row;
  };
  const heard = async (work: () => Promise<unknown>): Promise<string[]> => {
    const topics: string[] = [];
    const listener = (event: { topic: string }): void => void topics.push(event.topic);
    const emitter = application.get(EventEmitter2);
    emitter.on('**', listener);
    await work().finally(() => emitter.off('**', listener));
    return topics;
  };

  it('makes of a won deal a client, a project, its offerings, a role and a plan, and tells of each once', async () => {
    const example = JSON.stringify(deliveryBatches.wonDeal?.value);
    const batch = example.replaceAll(exampleId('role'), planning.roleId);
    const answer = await application.api.post<Answer>('/v1/batch', batch);
    expect(answer.body).toHaveProperty('results');
    expect([answer.status, statuses(answer)]).toEqual([200, [201, 201, 201, 201, 201, 200]]);
    const [client, deal, build, , consultant, plan] = answer.body.results;
    expect(deal).toMatchObject({
      ref: 'deal',
      headers: { Location: `/v1/projects/${deal?.body.id}` },
      body: { client_id: client?.body.id },
    });
    expect(consultant?.body).toMatchObject({ role_id: planning.roleId, project_offering_id: build?.body.id });
    expect(plan?.body).toEqual([expect.objectContaining({ hours: 8 })]);
    const { body } = await application.api.get(`/v1/projects/${deal?.body.id}`);
    expect(body).toMatchObject({ client_id: client?.body.id, kpis: { planned_hours: 8 } });
  });

  it('of the mode atomic answers with the first refusal and its operation, and leaves no row, event or listener', async () => {
    const before = await counts();
    const topics = await heard(async () => {
      const answer = await send('atomic', [
        created('Kept Ltd', 'first'),
        { ref: 'late', method: 'PATCH', path: `/v1/clients/${UNUSED_ID}`, body: { name: 'x' } },
        created('Never reached'),
      ]);
      expect([answer.status, answer.body.code, answer.body.operation]).toEqual([
        404,
        'client.not_found',
        { index: 1, ref: 'late' },
      ]);
    });
    expect([await counts(), topics]).toEqual([before, []]);
  });

  it('of the mode each writes the others, and of a refused one nothing remains: 207, 409 client.name_in_use, 424 request.reference_failed', async () => {
    const before = (await counts()) as { clients: string; events: string };
    let answer = { body: {} } as Awaited<ReturnType<typeof send>>;
    const topics = await heard(async () => {
      answer = await send('each', [
        created('Each one', 'one'),
        created('each ONE', 'again'),
        { method: 'PATCH', path: '/v1/clients/@{again.id}', body: { name: 'lost' } },
        { method: 'PATCH', path: '/v1/clients/@{one.id}', body: { name: '' } },
        { method: 'PATCH', path: '/v1/clients/@{one.id}', body: { name: 'Each renamed' } },
        { method: 'PATCH', path: '/v1/clients/@{one.nothing}', body: { name: 'lost' } },
      ]);
    });
    expect([answer.status, statuses(answer)]).toEqual([207, [201, 409, 424, 400, 200, 400]]);
    const [, again, failed, faulty, , unknown] = answer.body.results;
    expect([again?.body.code, failed?.body.code]).toEqual(['client.name_in_use', 'request.reference_failed']);
    expect(Object.keys(faulty?.body.errors as object)).toEqual(['operations[3].body.name']);
    expect(Object.keys(unknown?.body.errors as object)).toEqual(['operations[5].path']);
    expect(await namesLike('Each')).toEqual(['Each renamed']);
    const after = (await counts()) as { clients: string; events: string };
    expect([
      Number(after.clients) - Number(before.clients),
      Number(after.events) - Number(before.events),
    ]).toEqual([1, 2]);
    expect(topics).toEqual(['client.created', 'client.modified']);
  });

  it('takes members of any type from earlier answers, nested ones too, and @@{ for @{', async () => {
    const identifier = { system: 'hubspot', identifier: 'a b/c@{x}' };
    const answer = await send('atomic', [
      {
        ref: 'a',
        method: 'POST',
        path: '/v1/clients',
        body: { name: '@@{a.id}', crm_identifiers: [identifier] },
      },
      {
        ref: 'b',
        method: 'POST',
        path: '/v1/clients',
        body: {
          name: '@@@{a.id}',
          tags: undefined,
          crm_identifiers: [{ system: '@{a.name}', identifier: '@{a.crm_identifiers.0.identifier}' }],
        },
      },
      {
        method: 'PATCH',
        path: '/v1/clients/crm:hubspot:@{a.crm_identifiers.0.identifier}',
        body: { is_archived: true },
      },
    ]);
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    expect(answer.body.results.map(({ body }) => body.name)).toEqual(['@{a.id}', '@@{a.id}', '@{a.id}']);
    expect(answer.body.results[1]?.body.crm_identifiers).toEqual([
      { system: '@{a.id}', identifier: identifier.identifier, url: null },
    ]);
    expect(answer.body.results[2]?.body.is_archived).toBe(true);
  });

  it('is refused with 400 before anything is done when a reference names no earlier operation', async () => {
    const before = await counts();
    for (const mode of ['atomic', 'each']) {
      const { status, body } = await send(mode, [
        created('First', 'first'),
        { method: 'POST', path: '/v1/projects', body: { name: 'P', client_id: '@{later.id}' } },
        created('Later', 'later'),
      ]);
      expect([status, Object.keys(body.errors)]).toEqual([400, ['operations[1].body.client_id']]);
    }
    expect(await counts()).toEqual(before);
  });

  it('names what is wrong with it: ref twice, methods that read, headers, 101 operations, and 51 with each', async () => {
    const faultsOf = async (mode: string, operations: readonly object[]) => {
      const { status, body } = await send(mode, operations);
      return [status, Object.keys(body.errors)];
    };
    const many = (count: number) => Array.from({ length: count }, () => created('x'));
    const wrong = [
      { ref: 'no dots.', method: 'GET', path: 'v1', headers: { Accept: 'x' }, body: 1, more: 1 },
    ];
    expect(await faultsOf('atomic', wrong)).toEqual(
      [
        400,
        ['more', 'headers.Accept', 'ref', 'method', 'path', 'body']
          .map((name) => `operations[0].${name}`)
          .sort(),
      ].map((part) => (Array.isArray(part) ? expect.arrayContaining(part) : part)),
    );
    expect(await faultsOf('atomic', [created('x', 'a'), created('y', 'a')])).toEqual([
      400,
      ['operations[1]'],
    ]);
    expect(await faultsOf('atomic', many(101))).toEqual([400, ['operations']]);
    expect(await faultsOf('each', many(51))).toEqual([400, ['operations']]);
    expect(await faultsOf('some', [])).toEqual([400, ['mode', 'operations']]);
  });

  it('checks each operation as alone: token.scope_missing, request.unknown_path, request.method_not_allowed, request.not_in_batch', async () => {
    const seller = await application.organization('Test organization', 'sales:write', 'sales:read');
    const operations = [
      created('Own'),
      created('Foreign', undefined, '/v1/people'),
      created('Nowhere', undefined, '/v1/nothing'),
      { method: 'DELETE', path: '/v1/clients' },
      { method: 'POST', path: '/v1/batch', body: { mode: 'atomic', operations: [] } },
      { method: 'POST', path: '/v1/actual-time/bulk', body: {} },
      { method: 'POST', path: '/v1/access-tokens', body: { name: 'x', scopes: ['admin'] } },
      { method: 'POST', path: '/v1/webhook-subscribers', body: {} },
      { method: 'POST', path: `/v1/webhook-subscribers/${UNUSED_ID}/rotate-secret`, body: {} },
      { method: 'PATCH', path: '/v1/clients/%ff', body: {} },
      { method: 'POST', path: '/v1/clients?unknown=1', body: { name: 'x', __proto: 1 } },
    ];
    const answer = await send('each', operations, seller.api);
    expect(answer.body.results.map(({ status, body }) => [status, body.code])).toEqual([
      [201, undefined],
      [403, 'token.scope_missing'],
      [404, 'request.unknown_path'],
      [405, 'request.method_not_allowed'],
      ...Array.from({ length: 5 }, () => [422, 'request.not_in_batch']),
      [400, 'request.invalid'],
      [400, 'request.invalid'],
    ]);
    expect(answer.body.results[3]?.headers.Allow).toBe('GET, POST');
    const [path, query] = answer.body.results.slice(-2).map(({ body }) => Object.keys(body.errors as object));
    expect([path, query]).toEqual([['operations[9].path'], ['operations[10].path.unknown']]);
  });

  it('honours the version of each record: ETag in its answer, 412 precondition.failed, nothing written', async () => {
    const { id } = await application.api.create('/v1/clients', { name: 'Versioned' });
    const change = (match: unknown, name: string) => ({
      method: 'PATCH',
      path: `/v1/clients/${id}`,
      headers: { 'If-Match': match },
      body: { name },
    });
    const first = await send('atomic', [{ ...change('*', 'Versioned 2'), ref: 'one' }]);
    const etag = first.body.results[0]?.headers.ETag;
    expect(etag).toBe(`"${String(first.body.results[0]?.body.modified_date)}"`);
    const late = await send('atomic', [change(etag, 'Versioned 3'), change(etag, 'Versioned 4')]);
    expect([late.status, late.body.code, late.body.operation]).toEqual([
      412,
      'precondition.failed',
      { index: 1 },
    ]);
    const each = await send('each', [change(etag, 'Versioned 5'), change(etag, 'Versioned 6')]);
    expect(statuses(each)).toEqual([200, 412]);
    expect(await namesLike('Versioned')).toEqual(['Versioned 5']);
  });

  it('is only tried with validate_only, and answers a repeat of its Idempotency-Key as before, each as a whole', async () => {
    const before = await counts();
    const body = { mode: 'each', operations: [created('Tried', 'a'), created('TRIED'), created('Tried 2')] };
    const tried = await application.api.send<Answer>('POST', '/v1/batch?validate_only=true', body);
    expect([tried.status, statuses(tried), tried.headers.get('Validate-Only')]).toEqual([
      207,
      [201, 409, 201],
      'true',
    ]);
    expect(await counts()).toEqual(before);
    const keyed = () =>
      application.api.send<Answer>('POST', '/v1/batch', body, { 'Idempotency-Key': 'a-batch' });
    const [first, repeat] = [await keyed(), await keyed()];
    expect([first.status, repeat.status, repeat.headers.get('Idempotent-Replayed')]).toEqual([
      207,
      207,
      'true',
    ]);
    expect(repeat.body).toEqual(first.body);
    const within = await send('atomic', [created('Within', undefined, '/v1/clients?validate_only=true')]);
    expect([within.status, Object.keys(within.body.errors)]).toEqual([
      400,
      ['operations[0].path.validate_only'],
    ]);
    const unknown = await application.api.send<Answer>('POST', '/v1/batch?unknown=1', body);
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([400, ['unknown']]);
  });

  it('creates or changes by the id of another system, in one batch too', async () => {
    const upsert = (name: string) => ({
      method: 'PATCH',
      path: '/v1/clients/crm:pipedrive:7',
      body: { name },
    });
    const answer = await send('atomic', [{ ...upsert('Upserted'), ref: 'c' }, upsert('Upserted again')]);
    expect(statuses(answer)).toEqual([201, 200]);
    const [made, changed] = answer.body.results;
    expect([made?.headers.Location, changed?.body.id]).toEqual([
      `/v1/clients/${made?.body.id}`,
      made?.body.id,
    ]);
  });

  it('is done again when it meets a deadlock: of batches that lock in opposite order all succeed', async () => {
    const ids = await Promise.all([planning.newProject(), planning.newProject()]);
    const write = (order: readonly string[], round: number) =>
      send(
        'atomic',
        order.map((id) => ({
          method: 'PATCH',
          path: `/v1/projects/${id}`,
          body: { name: `${id} ${round}` },
        })),
      );
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, round) => write(round % 2 === 0 ? ids : ids.toReversed(), round)),
    );
    expect(answers.map(({ status, body }) => (status === 200 ? status : body))).toEqual(Array(6).fill(200));
  });

  it('leaves nothing when its connection dies in the middle: 503 server.database_unavailable', async () => {
    const { id } = await application.api.create('/v1/clients', { name: 'Held' });
    const before = await counts();
    const runner = application.database.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT 1 FROM clients WHERE id = $1 FOR UPDATE', [id]);
    const answering = send('each', [
      created('Gone'),
      { method: 'PATCH', path: `/v1/clients/${id}`, body: { name: 'Gone too' } },
    ]);
    await until('the batch waits, and is ended', async () => {
      const ended = await application.database.query<unknown[]>(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return ended.length === 1;
    });
    const { status, body } = await answering;
    await runner.rollbackTransaction();
    await runner.release();
    expect([status, body.code]).toEqual([503, 'server.database_unavailable']);
    expect(await counts()).toEqual(before);
  });

  it('may have 4 MiB, and is refused when it is larger, deeper or has more values', async () => {
    const text = 'x'.repeat(1_500_000);
    const faultsOf = async (operations: readonly object[]) => {
      const { status, body } = await send('atomic', operations);
      return [status, body.code, Object.keys(body.errors ?? {})];
    };
    expect(await faultsOf([created(text), created('fine')])).toEqual([
      400,
      'request.invalid',
      ['operations[0].body.name'],
    ]);
    expect(await faultsOf([created(text), created(text), created(text)])).toEqual([
      413,
      'request.too_large',
      [],
    ]);
    const deep = JSON.parse(`${'{"a":'.repeat(30)}1${'}'.repeat(30)}`) as object;
    const [status, code, [place = '']] = (await faultsOf([{ ...created('x'), body: deep }])) as [
      number,
      string,
      string[],
    ];
    expect([status, code, place.startsWith('operations[0].body.a.a')]).toEqual([
      400,
      'request.invalid',
      true,
    ]);
    const flags = Array.from({ length: 1000 }, () => true);
    const many = Array.from({ length: 100 }, () => ({
      ...created('x'),
      body: { a: flags, b: flags, c: flags },
    }));
    expect(await faultsOf(many)).toEqual([400, 'request.invalid', ['body']]);
  });

  it('does nothing for whoever has no token: 401 token.invalid', async () => {
    const answer = await send('atomic', [created('Nobody')], new ApiClient(application.url));
    expect([answer.status, answer.body.code]).toEqual([401, 'token.invalid']);
  });
});
