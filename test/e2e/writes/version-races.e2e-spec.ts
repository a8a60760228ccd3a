import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { createWorld, fill, type World } from '../../support/application/world.js';

const ROUNDS = 9;
const WRITERS = 8;

/** A change of each kind of record that no other change is equal to. */
const changes: Readonly<Record<string, (count: number) => object>> = {
  '/v1/organization': (count) => ({ name: `World ${count}` }),
  '/v1/tags/{id}': (count) => ({ name: `World tag ${count}` }),
  '/v1/departments/{id}': (count) => ({ name: `Department ${count}` }),
  '/v1/roles/{id}': (count) => ({ name: `Role ${count}` }),
  '/v1/people/{id}': (count) => ({ cost_rate: { currency_code: 'USD', amount: count } }),
  '/v1/requisitions/{id}': (count) => ({ name: `Requisition ${count}` }),
  '/v1/rate-cards/{id}': (count) => ({ name: `Card ${count}` }),
  '/v1/rate-cards/{rate_card_id}/rates/{id}': (count) => ({
    bill_rate: { currency_code: 'USD', amount: count },
  }),
  '/v1/clients/{id}': (count) => ({
    crm_identifiers: [{ system: 'race', identifier: `${count}`, url: null }],
  }),
  '/v1/pipelines/{id}': (count) => ({ name: `Pipeline ${count}` }),
  '/v1/pipelines/{pipeline_id}/stages/{id}': (count) => ({ name: `Stage ${count}` }),
  '/v1/projects/{id}': (count) => ({ metadata: { count } }),
  '/v1/projects/{project_id}/offerings/{id}': (count) => ({ name: `Offering ${count}` }),
  '/v1/projects/{project_id}/offerings/{project_offering_id}/roles/{id}': (count) => ({
    allocation: count / 10_000,
  }),
  '/v1/actual-time/{id}': (count) => ({ description: `Work ${count}` }),
  '/v1/webhook-subscribers/{id}': (count) => ({ name: `Subscriber ${count}` }),
};

// Nobody is refused for having waited: the machine may have other things to do.
const settings = {
  DATABASE_POOL_SIZE: '40',
  DATABASE_POOL_WAIT_MS: '60000',
  DATABASE_LOCK_TIMEOUT_MS: '60000',
};

let application: TestApplication;
let world: World;

beforeAll(async () => {
  application = await createTestApplication({ settings });
  world = await createWorld(application, 'World');
});
afterAll(() => application.close());

type Answer = Record<string, unknown> & { readonly modified_date: string };

/** A record as it was read again and again, until it is enough. */
async function watch(path: string, isOver: () => boolean): Promise<string[]> {
  const seen: string[] = [];
  while (!isOver()) seen.push((await world.api.get<Answer>(path)).body.modified_date);
  return seen;
}

/** Several writers change a record at the same moment, again and again. @returns how often its version did not go on */
async function race(path: string, changeTo: (count: number) => object): Promise<number> {
  let faults = 0;
  let last = (await world.api.get<Answer>(path)).body.modified_date;
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        const wanted = changeTo(1 + round * WRITERS + writer);
        const { status, body } = await world.api.patch<Answer>(path, wanted);
        expect([path, status]).toEqual([path, 200]);
        return { ...wanted, modified_date: body.modified_date };
      }),
    );
    const versions = [last, ...answers.map(({ modified_date }) => modified_date)].sort();
    const { body } = await world.api.get<Answer>(path);
    // The one that was committed last has the greatest, and each has a millisecond of its own, after all before.
    const newest = answers.find(({ modified_date }) => modified_date === versions.at(-1));
    if (!isDeepStrictEqual({ ...body, ...newest }, body)) faults += 1;
    faults += versions.length - new Set(versions).size;
    if (versions[0] !== last) faults += 1;
    last = body.modified_date;
  }
  return faults;
}

it(`goes on with each of ${Object.keys(changes).length * ROUNDS * WRITERS} changes of records that many change at once, and never back`, async () => {
  let isOver = false;
  const paths = Object.keys(changes).map((template) => fill(template, (parent) => world.ids[parent] ?? ''));
  const watching = Promise.all(paths.slice(4, 6).map((path) => watch(path, () => isOver)));
  const faults = await Promise.all(
    Object.values(changes).map((changeTo, index) => race(paths[index] ?? '', changeTo)),
  );
  isOver = true;
  expect(
    Object.fromEntries(Object.keys(changes).map((template, index) => [template, faults[index]])),
  ).toEqual(Object.fromEntries(Object.keys(changes).map((template) => [template, 0])));
  for (const seen of await watching) expect(seen).toEqual([...seen].sort());
});
