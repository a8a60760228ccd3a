import { describe, expect, it } from '@jest/globals';
import { withDays } from './time-list.js';

const today = () => Promise.resolve('2026-03-05');
const nobodyAsks = () => Promise.reject(new Error('asked'));

describe('the days of a list of recorded time', () => {
  it('are the last seven and today where none is given', async () => {
    expect(await withDays({ billable: true }, today)).toEqual({
      billable: true,
      start_date: '2026-02-26',
      end_date: '2026-03-05',
    });
  });

  it.each([{ start_date: '2026-01-01' }, { end_date: '2026-01-01' }])(
    'are open on the other side of %j',
    async (query) => {
      expect(await withDays(query, nobodyAsks)).toEqual(query);
    },
  );
});
