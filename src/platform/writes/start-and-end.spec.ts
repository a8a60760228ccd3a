import { describe, expect, it } from '@jest/globals';
import { endMustNotBeBeforeStart } from './start-and-end.js';

describe('the last day', () => {
  const days =
    (start_date: string | null, end_date: string | null, sent: object = { end_date }, which = '') =>
    () =>
      endMustNotBeBeforeStart('end_date', { start_date, end_date }, sent, which);
  const fault = (member: string, message: string) =>
    expect.objectContaining({ code: 'request.invalid', members: { [member]: [message] } }) as never;

  it('is the first one or a later one, or is not known yet', () => {
    expect(days(null, '2026-01-01')).not.toThrow();
    expect(days('2026-01-01', null)).not.toThrow();
    expect(days('2026-01-01', '2026-01-01')).not.toThrow();
  });

  it('is refused before the first one, at the member that was sent: request.invalid', () => {
    expect(days('2026-01-02', '2026-01-01')).toThrow(
      fault('end_date', 'must not be before start_date, 2026-01-02'),
    );
    expect(days('2026-01-02', '2026-01-01', { start_date: '2026-01-02' }, 'which is ')).toThrow(
      fault('start_date', 'must not be after end_date, which is 2026-01-01'),
    );
  });
});
