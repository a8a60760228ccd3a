import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { ApiDescription } from '../../support/requests/api-description.js';
import { queriesOf, readingOf, wholeTableScans } from '../../support/databases/explain.js';
import { multiply } from '../../support/databases/multiply.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { collectionOf, createWorld, fill, type World } from '../../support/application/world.js';

/** Every read and every filter of the API description, on tables of some 10,000 rows of 120 organizations. */
describe('no read of the API goes through a whole table', () => {
  let application: TestApplication;
  let world: World;
  let description: ApiDescription;

  beforeAll(async () => {
    application = await createTestApplication();
    world = await createWorld(application, 'Large');
    await leaveEvent(application.database, world.organizationId);
    await multiply(application.database, world.organizationId, 120, 80);
    await leaveChanges(application.database);
    description = await ApiDescription.of(application.url);
  });
  afterAll(() => application.close());

  it('with and without each of its filters', async () => {
    const reads = description
      .operations()
      .filter(({ method, path }) => method === 'GET' && path !== '/v1/me');
    const scans: string[] = [];
    for (const { path, operation } of reads) {
      const target = fill(path, (collection) => world.ids[collection] ?? '');
      for (const query of queriesOf(operation, (member) => world.ids[collectionOf(member)])) {
        const { statements } = await readingOf(world.api, `${target}${query}`);
        if (target !== path) expect(statements).not.toEqual([]);
        const tables = await wholeTableScans(application.database, statements);
        scans.push(...tables.map((table) => `${target}${query}: ${table}`));
      }
    }
    expect(reads.length).toBeGreaterThan(15);
    expect(scans).toEqual([]);
  });

  it('with a reference of any form', async () => {
    const project = '/v1/projects/crm:crm:42';
    const paths = [
      ...[
        'departments',
        'roles',
        'people',
        'requisitions',
        'rate-cards',
        'clients',
        'pipelines',
        'actual-time',
      ],
      'rate-cards/name:Standard/rates',
      'pipelines/name:Sales/stages',
    ].map((path) => `/v1/${path}/crm:crm:42`);
    const named = [
      'departments/name:Engineering',
      'roles/name:Engineer',
      'clients/name:Northwind',
      'tags/name:World%20tag',
    ];
    const others = ['people/email:world@example.com', 'pipelines/name:Sales/stages/name:Prospecting'];
    const below = [
      project,
      `${project}/offerings/crm:crm:42`,
      `${project}/offerings/crm:crm:42/roles/crm:crm:42`,
    ];
    for (const path of [...paths, ...[...named, ...others].map((rest) => `/v1/${rest}`), ...below]) {
      const { statements } = await readingOf(world.api, path);
      expect([path, await wholeTableScans(application.database, statements)]).toEqual([path, []]);
    }
  });
});

/** As many as there are of other records. */
async function leaveChanges(database: DataSource): Promise<void> {
  await database.query('INSERT INTO change_feed (id, position, expired_to) VALUES (1, 100000, 0)');
  await database.query(
    `INSERT INTO changes (organization_id, position, id, topic, resource_id, occurred_at, actor_user_id, actor_access_token_id)
     SELECT o.id, row_number() OVER (), gen_random_uuid(), 'client.created', gen_random_uuid(), now(), gen_random_uuid(),
       gen_random_uuid() FROM generate_series(1, 80) n CROSS JOIN organizations o`,
  );
  await database.query('ANALYZE changes');
}

/** One that a durable subscriber has not handled. */
async function leaveEvent(database: DataSource, organizationId: string): Promise<void> {
  await database.query(`INSERT INTO event_subscribers (name, topics) VALUES ('other', '{client.created}')`);
  await database.query(
    `INSERT INTO event_handlings (subscriber_name, event_id, organization_id, topic, body, occurred_at)
     VALUES ('other', gen_random_uuid(), $1, 'client.created', '{}', now())`,
    [organizationId],
  );
}
