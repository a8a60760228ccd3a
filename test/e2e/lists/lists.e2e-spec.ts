import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

type TagList = {
  count: number;
  total: number;
  page: number;
  total_pages: number;
  page_size: number;
  results: { id: string; name: string }[];
};

/** The rules of every list, shown with tags. */
describe('a list', () => {
  let application: TestApplication;
  const names = ['Alpha', 'beta 100%', 'Gamma_x', 'Delta \\ path', 'ÉPSILON Ray'];

  beforeAll(async () => {
    application = await shareTestApplication();
    for (const name of names) await application.api.create('/v1/tags', { name });
  });
  afterAll(() => application.close());

  const list = (query: string) =>
    application.api.get<TagList & { errors: Record<string, string[]> }>(`/v1/tags?${query}`);
  const namesOf = async (query: string) => (await list(query)).body.results.map(({ name }) => name);

  it('has pages of 500 in the order of creation unless asked otherwise', async () => {
    const { body } = await list('');
    expect(body).toMatchObject({ count: 5, total: 5, page: 1, total_pages: 1, page_size: 500 });
    expect(body.results.map(({ name }) => name)).toEqual(names);
    expect(Object.keys(body.results[0] ?? {}).sort()).toEqual([
      'created_date',
      'id',
      'is_archived',
      'modified_date',
      'name',
    ]);
  });

  it('gives each record once over its pages, under both spellings of the page size', async () => {
    const pages = await Promise.all([
      namesOf('page=1&pageSize=2'),
      namesOf('page=2&page_size=2'),
      namesOf('page=3&page_size=2&pageSize=2'),
    ]);
    expect(pages.flat()).toEqual(names);
  });

  it('is empty past its end, with the true totals', async () => {
    const { body } = await list('page=2147483647&pageSize=2');
    expect(body).toEqual({ count: 0, total: 5, page: 2147483647, total_pages: 3, page_size: 2, results: [] });
  });

  it('refuses paging out of range with 400 that names the parameter, and never adjusts it', async () => {
    const refused = {
      'page=0': 'page',
      'page=-1': 'page',
      'page=1.5': 'page',
      'page=': 'page',
      'page=2147483648': 'page',
      'page=1&page=2': 'page',
      'pageSize=0': 'pageSize',
      'pageSize=501': 'pageSize',
      'page_size=501': 'page_size',
      'pageSize=2&page_size=3': 'page_size',
      'pagesize=2': 'pagesize',
      'sort=name': 'sort',
      'is_archived=yes': 'is_archived',
      'terms=%00': 'terms',
    };
    for (const [query, key] of Object.entries(refused)) {
      const { status, body } = await list(query);
      expect([query, status, Object.keys(body.errors)]).toEqual([query, 400, [key]]);
    }
  });

  it('finds words whatever their case, all of them, with wildcards as ordinary characters', async () => {
    expect(await namesOf('terms=ALPHA')).toEqual(['Alpha']);
    expect(await namesOf('terms=ray+%C3%A9ps')).toEqual(['ÉPSILON Ray']);
    expect(await namesOf('terms=ray+alpha')).toEqual([]);
    expect(await namesOf('terms=0%25')).toEqual(['beta 100%']);
    expect(await namesOf('terms=_')).toEqual(['Gamma_x']);
    expect(await namesOf('terms=%5C')).toEqual(['Delta \\ path']);
    expect(await namesOf('terms=++')).toEqual(names);
  });
});
