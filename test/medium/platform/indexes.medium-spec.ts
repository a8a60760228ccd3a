import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Database } from '../../../src/platform/database/index.js';
import { ApiDescription, type Operation } from '../../support/api-description.js';
import { multiply } from '../../support/multiply.js';
import { createTestApplication, type TestApplication } from '../../support/test-application.js';
import { collectionOf, createWorld, fill, type World } from '../../support/world.js';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

/** Every read and every filter of the API description, on tables of some 20,000 rows of 250 organizations. */
describe('no read of the API goes through a whole table', () => {
  let application: TestApplication;
  let world: World;
  let description: ApiDescription;

  beforeAll(async () => {
    application = await createTestApplication();
    world = await createWorld(application, 'Large');
    await multiply(application.database, world.organizationId, 250, 80);
    description = await ApiDescription.of(application.url);
  });
  afterAll(() => application.close());

  /** The statements that answering this request takes. */
  const statementsOf = async (path: string): Promise<[string, readonly unknown[]][]> => {
    const spy = jest.spyOn(Database.prototype, 'rows');
    try {
      const { status, body } = await world.api.get(path);
      if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
      return spy.mock.calls.map(([statement, parameters = []]) => [statement, parameters]);
    } finally {
      spy.mockRestore();
    }
  };

  const wholeTableScans = async (path: string): Promise<string[]> => {
    const found: string[] = [];
    for (const [statement, parameters] of await statementsOf(path)) {
      const [row] = await application.database.query<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(
        `EXPLAIN (FORMAT JSON) ${statement}`,
        [...parameters],
      );
      for (const node of nodesOf(row?.['QUERY PLAN'][0]?.Plan)) {
        if (node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== 'organizations') {
          found.push(`${path}: ${node['Relation Name']}`);
        }
      }
    }
    return found;
  };

  it('with and without each of its filters', async () => {
    const reads = description
      .operations()
      .filter(({ method, path }) => method === 'GET' && path !== '/v1/me');
    const scans: string[] = [];
    for (const { path, operation } of reads) {
      const target = fill(path, (collection) => world.ids[collection] ?? '');
      for (const query of queriesOf(operation, world)) {
        scans.push(...(await wholeTableScans(`${target}${query}`)));
      }
    }
    expect(reads.length).toBeGreaterThan(15);
    expect(scans).toEqual([]);
  });
});

/** A list without a filter, and with each of its filters with a value that some record has; or a single read. */
function queriesOf({ parameters = [] }: Operation, world: World): string[] {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  if (query.length === 0) return [''];
  const filters = query
    .filter(({ name }) => !/page/i.test(name))
    .map(({ name, schema }) => {
      const items = (schema.items ?? schema) as { format?: string; enum?: string[]; type: string };
      const value =
        items.format === 'uuid'
          ? world.ids[collectionOf(name)]
          : (items.enum?.[0] ??
            (items.type === 'boolean' ? 'true' : name === 'tags' ? 'World tag' : 'northwind'));
      return `&${name}=${encodeURIComponent(value ?? '')}`;
    });
  return ['', ...filters].map((filter) => `?pageSize=20${filter}`);
}

function nodesOf(plan: Plan | undefined): Plan[] {
  return plan ? [plan, ...(plan.Plans ?? []).flatMap(nodesOf)] : [];
}
