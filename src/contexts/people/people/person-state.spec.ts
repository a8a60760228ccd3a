import { describe, expect, it } from '@jest/globals';
import { blankPerson, changedPerson, type PersonState } from './person-state.js';

const TODAY = '2026-11-21';
const present: PersonState = {
  ...blankPerson('unassigned'),
  email_address: 'ada@example.com',
  role_id: 'a',
  tags: ['Key', 'remote'],
};
const change = (request: object, before = present) =>
  changedPerson(before, request, 'unassigned', TODAY).changes;

describe('what a request changes of a person', () => {
  it('are the members that differ', () => {
    expect(change({ email_address: 'ada@example.com', capacity: 0.5, given_name: null })).toEqual({
      capacity: 0.5,
    });
  });

  it('are lists that hold something else, whatever their order and the case of tags', () => {
    expect(change({ tags: ['REMOTE', 'key'] })).toEqual({});
    expect(change({ tags: ['remote'] })).toEqual({ tags: ['remote'] });
    const roles = { ...present, additional_role_ids: ['b', 'c'] };
    expect(change({ additional_role_ids: ['c', 'b'] }, roles)).toEqual({});
    expect(change({ additional_role_ids: ['d', 'b'] }, roles)).toEqual({ additional_role_ids: ['b', 'd'] });
  });

  it('is the role Unassigned for null', () => {
    expect(change({ role_id: null })).toEqual({ role_id: 'unassigned' });
    expect(change({ role_id: null }, blankPerson('unassigned'))).toEqual({});
  });

  it('is also the archiving of somebody whose last day has passed, even when that was set long ago', () => {
    expect(change({ termination_date: '2026-11-20' })).toEqual({
      termination_date: '2026-11-20',
      is_archived: true,
      archived_on: TODAY,
    });
    expect(change({ termination_date: TODAY })).toEqual({ termination_date: TODAY });
    expect(change({}, { ...present, termination_date: '2026-11-20' })).toEqual({
      is_archived: true,
      archived_on: TODAY,
    });
  });

  it('is the day of archiving, which stays until the person is taken back', () => {
    expect(change({ is_archived: true })).toEqual({ is_archived: true, archived_on: TODAY });
    const archived = { ...present, is_archived: true, archived_on: '2026-10-01' };
    expect(change({ is_archived: true, given_name: 'Ada' }, archived)).toEqual({ given_name: 'Ada' });
    expect(change({ is_archived: false }, archived)).toEqual({ is_archived: false, archived_on: null });
  });

  it('are not cost rates, which have a history of their own', () => {
    expect(change({ cost_rate: null, cost_rate_effective_date: TODAY })).toEqual({});
  });
});
