import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ActualTimeService } from '../../../src/contexts/time-tracking/actual-time/actual-time.service.js';
import { cursorOf } from '../../../src/platform/http/lists/list-cursor.js';
import { EXPORT_PAGE_SIZE } from '../../../src/platform/http/lists/list-export.js';
import { ApiDescription, type Operation } from '../../support/requests/api-description.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { createWorld, fill, type World } from '../../support/application/world.js';
import { multiply } from '../../support/databases/multiply.js';
import { cellOf, listsOf, parsedCsv, type Item, type ListPage } from '../../support/requests/whole-lists.js';

const COPIES = 6;
const NDJSON = 'application/x-ndjson';

let application: TestApplication;
let world: World;

beforeAll(async () => {
  application = await createTestApplication();
  world = await createWorld(application, 'Whole');
  await multiply(application.database, world.organizationId, 0, COPIES);
});
afterAll(() => application.close());

const sent = (path: string, accept = 'application/json', token = world.token): Promise<Response> =>
  fetch(application.url + path, { headers: { 'X-API-KEY': token, Accept: accept } });

const pageAt = async (path: string): Promise<ListPage> => (await (await sent(path)).json()) as ListPage;

/** Requests with a token change when it was used last. */
const settled = (items: readonly Item[]): Item[] =>
  items.map(({ last_used_date: _used, idle_expires_date: _ends, ...item }) => item);

const linkTo = (response: Response, relation: string): string | undefined =>
  new RegExp(`<([^>]+)>; rel="${relation}"`).exec(response.headers.get('link') ?? '')?.[1];

async function everyPage(first: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let path: string | undefined = first; path !== undefined;) {
    const response = await sent(path);
    const { results } = (await response.json()) as ListPage;
    items.push(...results);
    path = linkTo(response, 'next');
  }
  return items;
}

const names = ({ parameters = [] }: Operation): string[] => parameters.map(({ name }) => name);

describe('every list', () => {
  const eachList = async (check: (path: string, operation: Operation) => Promise<void>) => {
    const lists = listsOf(await ApiDescription.of(application.url));
    expect(lists.length).toBeGreaterThan(20);
    for (const { path, operation } of lists) {
      await check(`${fill(path, (collection) => world.ids[collection] ?? '')}?`, operation);
    }
  };
  const allOf = async (list: string): Promise<Item[]> => {
    const since = /actual-time|timesheet/.test(list) ? 'start_date=2000-01-01&' : '';
    return settled((await pageAt(`${list}${since}`)).results);
  };

  it('has by cursor what it has by page, and links that lead through both', async () => {
    await eachList(async (list) => {
      const all = await allOf(list);
      expect([list, all.length > 0]).toEqual([list, true]);
      const since = /actual-time|timesheet/.test(list) ? 'start_date=2000-01-01&' : '';
      expect(settled(await everyPage(`${list}${since}pageSize=3`))).toEqual(all);
      expect(settled(await everyPage(`${list}cursor=start&page_size=2`))).toEqual(all);
      const { body } = await world.api.get(`${list}cursor=start&pageSize=500`);
      expect(Object.keys(body)).toEqual(['count', 'page_size', 'next_cursor', 'results']);
      expect([body.count, body.next_cursor]).toEqual([all.length, null]);
    });
  });

  it('has what changed since a moment in the order of the versions, and certain records', async () => {
    let checked = 0;
    await eachList(async (list, operation) => {
      if (!names(operation).includes('modified_since')) return;
      const all = (await allOf(list)) as { id: string; modified_date: string }[];
      const key = ({ modified_date, id }: (typeof all)[number]) => `${modified_date} ${id}`;
      const sorted = [...all].sort((one, other) => (key(one) < key(other) ? -1 : 1));
      const since = sorted.at(sorted.length / 2)?.modified_date ?? '';
      const later = sorted.filter(({ modified_date }) => modified_date >= since);
      expect(settled(await everyPage(`${list}modified_since=${since}&pageSize=2`))).toEqual(later);
      expect(settled(await everyPage(`${list}modified_since=${since}&pageSize=2&cursor=start`))).toEqual(
        later,
      );
      // The greatest offset of ISO 8601, which PostgreSQL does not know.
      const elsewhere = `${new Date(Date.parse(since) + 23.5 * 3_600_000).toISOString().slice(0, -1)}%2B23:30`;
      expect(settled(await everyPage(`${list}modified_since=${elsewhere}&pageSize=3`))).toEqual(later);
      const wanted = all.filter((_, index) => index % 2 === 0);
      const ids = wanted.map(({ id }) => `id=${id.toUpperCase()}&`).join('');
      expect(settled((await pageAt(list + ids)).results as Item[])).toEqual(wanted);
      checked += 1;
    });
    expect(checked).toBeGreaterThan(18);
  });

  it('is exported whole as CSV and as lines of JSON, with the members that are wanted', async () => {
    await eachList(async (list) => {
      const all = await allOf(list);
      const lines = await sent(list, NDJSON);
      expect(lines.headers.get('content-type')).toBe(NDJSON);
      const items = (await lines.text())
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Item);
      expect(settled(items)).toEqual(all);
      const table = await sent(list, 'text/csv');
      expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      const [header = [], ...rows] = parsedCsv(await table.text());
      const columns = header.map((name) => name ?? '');
      const settledColumns = columns.filter((name) => !/last_used|idle_expires/.test(name));
      expect(rows.map((row) => settledColumns.map((name) => row[columns.indexOf(name)]))).toEqual(
        all.map((item) => settledColumns.map((name) => cellOf(item, name) || undefined)),
      );
      const [field = ''] = Object.keys(all[0] ?? {});
      const chosen = all.map((item) => ({ [field]: item[field] }));
      const days = list.includes('time') ? 'start_date=2000-01-01&' : '';
      expect(
        (await pageAt(`${list}${list.includes('subscriptions') ? '' : days}fields=${field}`)).results,
      ).toEqual(chosen);
      const wanted = await (await sent(`${list}fields=${field}`, NDJSON)).text();
      expect(wanted).toBe(chosen.map((item) => `${JSON.stringify(item)}\n`).join(''));
    });
  });
});

describe('a cursor', () => {
  const cursorAfter = async (path: string): Promise<string> =>
    (await pageAt(`${path}cursor=start&pageSize=1`)).next_cursor ?? '';
  const refused = async (path: string, token?: string): Promise<unknown> => {
    const response = await sent(path, undefined, token);
    const { errors } = (await response.json()) as { errors?: object };
    return [response.status, Object.keys(errors ?? {})];
  };

  it('is refused with 400 for other filters, another list or organization, beside a page, and when it was changed', async () => {
    const cursor = await cursorAfter('/v1/clients?terms=n&');
    const other = await application.organization('Other whole');
    const bent = cursor.slice(0, -2) + (cursor.endsWith('A') ? 'BB' : 'AA');
    for (const path of [
      `/v1/clients?cursor=${cursor}`,
      `/v1/clients?terms=m&cursor=${cursor}`,
      `/v1/tags?terms=n&cursor=${cursor}`,
      `/v1/clients?terms=n&page=1&cursor=${cursor}`,
      `/v1/clients?terms=n&cursor=${bent}`,
      `/v1/clients?terms=n&cursor=${cursor}=`,
      '/v1/clients?cursor=',
    ]) {
      expect([path, await refused(path)]).toEqual([path, [400, ['cursor']]]);
    }
    expect(await refused(`/v1/clients?terms=n&cursor=${cursor}`, other.token)).toEqual([400, ['cursor']]);
    const scope = { organizationId: world.organizationId, path: '/v1/clients', filters: {} };
    for (const forged of [['x'], ['2026-01-01', world.ids['/v1/clients'] ?? '']]) {
      expect(await refused(`/v1/clients?cursor=${cursorOf(forged, scope)}`)).toEqual([400, ['cursor']]);
    }
    expect((await sent(`/v1/clients?pageSize=2&fields=id&terms=n&cursor=${cursor}`)).status).toBe(200);
  });

  it('skips and repeats nothing while others write before and behind it', async () => {
    const before = new Set((await everyPage('/v1/tags?')).map(({ id }) => id));
    const seen: unknown[] = [];
    let cursor: string | null = 'start';
    for (let round = 0; cursor !== null; round += 1) {
      const page = await pageAt(`/v1/tags?pageSize=2&cursor=${cursor}`);
      seen.push(...page.results.map(({ id }) => id));
      cursor = page.next_cursor ?? null;
      if (round < 3) await world.api.create('/v1/tags', { name: `While ${round}` });
      await application.database.query(
        `INSERT INTO tags (organization_id, id, name, name_key) VALUES ($1, ('00000000-0000-7000-8000-' || lpad($2, 12, '0'))::uuid, $2, $2)`,
        [world.organizationId, `${round}`],
      );
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect([...before].filter((id) => !seen.includes(id))).toEqual([]);
  });

  it('and the default days of a list of time do not go together', async () => {
    await application.database.query(
      `UPDATE actual_time SET recorded_date = recorded_date - 400 WHERE organization_id = $1 AND id <> $2`,
      [world.organizationId, world.ids['/v1/actual-time']],
    );
    expect((await pageAt('/v1/actual-time')).count).toBe(1);
    for (const asked of ['cursor=start', 'modified_since=2020-01-01T00:00:00Z']) {
      expect((await pageAt(`/v1/actual-time?${asked}`)).count).toBe(COPIES + 1);
    }
    const lines = await (await sent('/v1/actual-time', NDJSON)).text();
    expect(lines.split('\n')).toHaveLength(COPIES + 2);
  });
});

describe('certain records of a list', () => {
  const idsAt = async (path: string): Promise<unknown[]> => (await pageAt(path)).results.map(({ id }) => id);

  it('are named by references too; one that leads nowhere is none, and a malformed one is 400', async () => {
    const client = world.ids['/v1/clients'];
    expect(await idsAt('/v1/clients?id=crm:crm:42&id=name:nobody')).toEqual([client]);
    expect(await idsAt(`/v1/project-offerings?id=crm:crm:none&id=${client}`)).toEqual([]);
    expect(await idsAt('/v1/people?id=email:world%40example.com&cursor=start')).toEqual([
      world.ids['/v1/people'],
    ]);
    for (const id of ['email:a@b.example', '42', '']) {
      const response = await sent(`/v1/clients?id=${client}&id=${id}`);
      const { errors } = (await response.json()) as { errors: object };
      expect([response.status, Object.keys(errors)]).toEqual([400, ['id[1]']]);
    }
    const many = Array.from({ length: 101 }, () => `id=${client}`).join('&');
    expect((await sent(`/v1/clients?${many}`)).status).toBe(400);
  });
});

describe('members of results', () => {
  it('are chosen one by one, also in objects and lists; others are 400 that names fields', async () => {
    const { results } = await pageAt(
      '/v1/clients?fields=crm_identifiers.system,id,crm_identifiers.identifier&pageSize=1',
    );
    const whole = (await pageAt('/v1/clients?pageSize=1')).results[0] as {
      id: string;
      crm_identifiers: Item[];
    };
    expect(results).toEqual([
      {
        crm_identifiers: whole.crm_identifiers.map(({ system, identifier }) => ({ system, identifier })),
        id: whole.id,
      },
    ]);
    for (const fields of ['nothing', 'id.x', 'id,', 'constructor', 'crm_identifiers.x']) {
      const response = await sent(`/v1/clients?fields=${fields}`);
      expect([fields, response.status]).toEqual([fields, 400]);
      expect(Object.keys(((await response.json()) as { errors: object }).errors)).toEqual(['fields']);
    }
  });
});

describe('an export', () => {
  it('is what the client prefers, and JSON where it takes nothing of it', async () => {
    const forms = {
      'text/csv;q=0.5, application/json': 'application/json; charset=utf-8',
      'application/json;q=0.2, text/csv;q=0.3, */*;q=0.1': 'text/csv; charset=utf-8',
      'text/*': 'text/csv; charset=utf-8',
      'text/csv; charset=UTF-8': 'text/csv; charset=utf-8',
      'image/png': 'application/json; charset=utf-8',
      '*/*': 'application/json; charset=utf-8',
    };
    for (const [accept, type] of Object.entries(forms)) {
      expect([accept, (await sent('/v1/tags', accept)).headers.get('content-type')]).toEqual([accept, type]);
    }
  });

  it('has no pages: 400 that names the parameter; and refuses as the list does', async () => {
    for (const [query, member] of [
      ['page=1', 'page'],
      ['pageSize=5', 'pageSize'],
      ['cursor=start', 'cursor'],
      ['fields=x', 'fields'],
    ]) {
      const response = await sent(`/v1/tags?${query}`, NDJSON);
      expect(response.status).toBe(400);
      expect(Object.keys(((await response.json()) as { errors: object }).errors)).toEqual([member]);
    }
    const unknown = await sent(`/v1/projects/${world.ids['/v1/clients']}/offerings`, 'text/csv');
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([
      404,
      'application/json; charset=utf-8',
    ]);
  });

  it('defuses text that a spreadsheet would take for a formula', async () => {
    await world.api.create('/v1/departments', { name: '=1+1, "so"\nand on' });
    const [, ...rows] = parsedCsv(await (await sent('/v1/departments?fields=name', 'text/csv')).text());
    expect(rows).toContainEqual([`'=1+1, "so"\nand on`]);
  });

  describe('of many rows', () => {
    const ROWS = 20_000;
    beforeAll(() =>
      application.database.query(
        `INSERT INTO actual_time (organization_id, id, project_id, project_offering_id, project_offering_role_id,
           person_id, recorded_date, hours, billable, description)
         SELECT organization_id, gen_random_uuid(), project_id, project_offering_id, project_offering_role_id,
           person_id, recorded_date, 1, true, repeat('x', 2000)
         FROM actual_time, generate_series(1, $3) WHERE organization_id = $1 AND id = $2`,
        [world.organizationId, world.ids['/v1/actual-time'], ROWS],
      ),
    );

    const open = async (): Promise<IncomingMessage> => {
      const headers = { 'X-API-KEY': world.token, Accept: NDJSON };
      const asked = request(`${application.url}/v1/actual-time`, { headers, agent: false }).end();
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      return response;
    };
    const linesOf = async (response: IncomingMessage): Promise<number> => {
      let lines = 0;
      for await (const chunk of response)
        lines += (chunk as Buffer).toString('latin1').split('\n').length - 1;
      return lines;
    };

    it('gives each once; a third long one is refused with 429 and Retry-After (list.exports_busy) until one ends', async () => {
      const [one, other] = [await open(), await open()];
      const third = await sent('/v1/actual-time', NDJSON);
      expect([third.status, third.headers.get('retry-after')]).toEqual([429, '10']);
      expect(await third.json()).toEqual({
        error: '2 long exports are running, and more are not possible at a time: try again in 10 seconds.',
      });
      expect((await sent('/v1/tags', NDJSON)).status).toBe(200);
      other.destroy();
      expect(await linesOf(one)).toBe(ROWS + COPIES + 1);
      for (let tries = 0; tries < 100; tries += 1) {
        const again = await open();
        if (again.statusCode === 200) {
          again.destroy();
          return;
        }
        again.resume();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error('list.exports_busy stays');
    });

    it('is told of by HEAD, which reads no more than its beginning', async () => {
      const list = jest.spyOn(application.get(ActualTimeService), 'list');
      // The export of another test may just end.
      await linesOf(await open());
      list.mockClear();
      const headers = { 'X-API-KEY': world.token, Accept: NDJSON };
      const head = await fetch(`${application.url}/v1/actual-time`, { method: 'HEAD', headers });
      expect([head.status, head.headers.get('content-type')]).toEqual([200, NDJSON]);
      // Meanwhile the other would read its pages too.
      await linesOf(await open());
      expect(list).toHaveBeenCalledTimes(1 + Math.ceil((ROWS + COPIES + 1) / EXPORT_PAGE_SIZE));
      list.mockRestore();
    });

    it('ends without the end of its body where the database fails', async () => {
      const response = await open();
      await application.database.query('ALTER TABLE actual_time RENAME TO away');
      try {
        await expect(linesOf(response)).rejects.toThrow('aborted');
      } finally {
        await application.database.query('ALTER TABLE away RENAME TO actual_time');
      }
    });
  });
});
