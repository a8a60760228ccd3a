import { describe, expect, it } from '@jest/globals';
import {
  archivedPersonMustBeBackfilled,
  personMustBeThereOn,
  projectMustBeInUse,
  projectMustBeThatOfOffering,
} from './actual-time.rules.js';

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
    const person = { startDate: '2026-01-10', terminationDate: '2026-01-20', archivedOn: '2026-02-01' };
    for (const day of ['2026-01-10', '2026-01-20']) {
      expect(() => personMustBeThereOn(day, person)).not.toThrow();
    }
    const always = { startDate: null, terminationDate: null, archivedOn: null };
    expect(() => personMustBeThereOn('1900-01-01', always)).not.toThrow();
    expect(() => personMustBeThereOn('2026-01-09', person)).toThrow(
      refusal('actual_time.before_person_start', '2026-01-10'),
    );
    expect(() => personMustBeThereOn('2026-01-21', person)).toThrow(
      refusal('actual_time.after_person_termination', '2026-01-20'),
    );
  });

  it('is on a day until the archiving of a person without a last day: actual_time.after_person_termination', () => {
    const person = { startDate: null, terminationDate: null, archivedOn: '2026-02-01' };
    expect(() => personMustBeThereOn('2026-02-01', person)).not.toThrow();
    expect(() => personMustBeThereOn('2026-02-02', person)).toThrow(
      refusal('actual_time.after_person_termination', '2026-02-01'),
    );
  });

  it('of an archived person is recorded by those who may backfill it: person.not_usable', () => {
    expect(() => archivedPersonMustBeBackfilled({ archivedOn: null }, false)).not.toThrow();
    expect(() => archivedPersonMustBeBackfilled({ archivedOn: '2026-02-01' }, true)).not.toThrow();
    expect(() => archivedPersonMustBeBackfilled({ archivedOn: '2026-02-01' }, false)).toThrow(
      refusal('person.not_usable', 'person_id: '),
    );
  });
});
