import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { shareTestApplication } from '../../support/application/shared-application.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';

interface Tag {
  id: string;
  name: string;
  modified_date: string;
  code: string;
}

describe('the organization', () => {
  let application: TestApplication;

  beforeAll(async () => {
    application = await createTestApplication();
  });
  afterAll(() => application.close());

  it('shows its settings and takes changes, of which modified_date tells', async () => {
    const before = (await application.api.get('/v1/organization')).body;
    expect(before).toMatchObject({
      currency_code: 'USD',
      time_zone: 'UTC',
      hours_per_week: 40,
      calculation_threshold: 'current_day',
    });
    const same = (await application.api.patch('/v1/organization', { time_zone: 'UTC' })).body;
    expect(same).toEqual(before);
    const after = (
      await application.api.patch('/v1/organization', { time_zone: 'Etc/GMT+12', target_margin: 0.1234 })
    ).body;
    expect(after).toMatchObject({ time_zone: 'Etc/GMT+12', target_margin: 0.1234 });
    expect(String(after.modified_date) > String(before.modified_date)).toBe(true);
  });

  it('refuses settings that cannot be with 400', async () => {
    const { status, body } = await application.api.patch('/v1/organization', {
      currency_code: 'XXY',
      time_zone: '+01:00',
      hours_per_week: 0,
      target_margin: 0.12345,
      calculation_threshold: 'never',
      name: null,
      id: 'x',
    });
    expect(status).toBe(400);
    expect(Object.keys(body.errors as object)).toHaveLength(7);
  });

  it('cannot take the name of another one: 409 organization.name_in_use', async () => {
    await application.organization('Neighbour');
    const { status, body } = await application.api.patch('/v1/organization', { name: ' NEIGHBOUR ' });
    expect([status, body.code]).toEqual([409, 'organization.name_in_use']);
  });
});

describe('tags', () => {
  let application: TestApplication;

  beforeAll(async () => {
    application = await shareTestApplication();
  });
  afterAll(() => application.close());

  const create = (name: string) => application.api.post<Tag>('/v1/tags', { name });

  it('have a name of their own, else 409 tag.name_in_use, until the other one is archived', async () => {
    const first = await create('Key account');
    expect(first.status).toBe(201);
    const second = await create(' KEY account');
    expect([second.status, second.body.code]).toEqual([409, 'tag.name_in_use']);
    await application.api.patch(`/v1/tags/${first.body.id}`, { is_archived: true });
    expect((await create('key account')).status).toBe(201);
    const back = await application.api.patch<Tag>(`/v1/tags/${first.body.id}`, { is_archived: false });
    expect([back.status, back.body.code]).toEqual([409, 'tag.name_in_use']);
  });

  it('get one winner when fifty are made at once under one name, the others 409', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create('Contested')));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
  });

  it('can be renamed and deleted; after that they are 404 tag.not_found', async () => {
    const { body } = await create('Short-lived');
    expect((await application.api.patch<Tag>(`/v1/tags/${body.id}`, { name: 'Renamed' })).body.name).toBe(
      'Renamed',
    );
    expect((await application.api.delete(`/v1/tags/${body.id}`)).status).toBe(204);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const answer = await application.api.send<Tag>(
        method,
        `/v1/tags/${body.id}`,
        method === 'PATCH' ? {} : undefined,
      );
      expect([answer.status, answer.body.code]).toEqual([404, 'tag.not_found']);
    }
  });
});
