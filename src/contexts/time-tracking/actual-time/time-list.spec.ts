import { describe, expect, it } from '@jest/globals';
import { withDays } from './time-list.js';

const page = { page: 1, pageSize: 500 };
const today = () => Promise.resolve('2026-03-05');
const nobodyAsks = () => Promise.reject(new Error('asked'));

describe('the days of a list of recorded time', () => {
  it('are the last seven and today where none is given', async () => {
    expect(await withDays({ billable: true }, page, today)).toEqual({
      billable: true,
      start_date: '2026-02-26',
      end_date: '2026-03-05',
    });
  });

  it.each([{ start_date: '2026-01-01' }, { end_date: '2026-01-01' }])(
    'are open on the other side of %j',
    async (query) => {
      expect(await withDays(query, page, nobodyAsks)).toEqual(query);
    },
  );

  it.each([{ behind: [] }, { modifiedSince: '2026-01-01T00:00:00Z' }, { ids: [] }])(
    'are all where the page is asked for by %j',
    async (asked) => {
      expect(await withDays({ billable: true }, { ...page, ...asked }, nobodyAsks)).toEqual({
        billable: true,
      });
    },
  );
});
