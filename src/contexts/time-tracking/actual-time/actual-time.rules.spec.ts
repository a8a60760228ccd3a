import { describe, expect, it } from '@jest/globals';
import { personMustBeThereOn, projectMustBeInUse, projectMustBeThatOfOffering } from './actual-time.rules.js';

const refusal = (code: string, message: string) =>
  expect.objectContaining({
    code,
    kind: 'unprocessable',
    message: expect.stringContaining(message),
  }) as never;

describe('actual time', () => {
  it('is on the project of its offering: actual_time.project_differs', () => {
    const offering = { project_id: 'a' };
    expect(() => projectMustBeThatOfOffering('a', offering)).not.toThrow();
    expect(() => projectMustBeThatOfOffering('b', offering)).toThrow(
      refusal('actual_time.project_differs', 'project_id: '),
    );
  });

  it('is not recorded for an archived project: actual_time.project_archived', () => {
    expect(() => projectMustBeInUse(false)).not.toThrow();
    expect(() => projectMustBeInUse(true)).toThrow(
      refusal('actual_time.project_archived', 'project_offering_id: '),
    );
  });

  it('is on a day from the first to the last of the person: actual_time.before_person_start, actual_time.after_person_termination', () => {
    const person = { startDate: '2026-01-10', terminationDate: '2026-01-20' };
    for (const day of ['2026-01-10', '2026-01-20']) {
      expect(() => personMustBeThereOn(day, person)).not.toThrow();
    }
    expect(() =>
      personMustBeThereOn('1900-01-01', { startDate: null, terminationDate: null }),
    ).not.toThrow();
    expect(() => personMustBeThereOn('2026-01-09', person)).toThrow(
      refusal('actual_time.before_person_start', '2026-01-10'),
    );
    expect(() => personMustBeThereOn('2026-01-21', person)).toThrow(
      refusal('actual_time.after_person_termination', '2026-01-20'),
    );
  });
});
