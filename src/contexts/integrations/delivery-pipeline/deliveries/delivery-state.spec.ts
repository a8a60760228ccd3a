import { describe, expect, it } from '@jest/globals';
import { isLeased, stateAfterFailure, stateByStatus, statesMovedByStatus } from './delivery-conditions.js';
import {
  deliveryStates,
  endStates,
  leasedStates,
  moves,
  redeliverableStates,
  valid,
} from './delivery-state.js';

const from = (state: (typeof deliveryStates)[number]) =>
  Object.values(moves)
    .filter((move) => (move.from as readonly string[]).includes(state))
    .map(({ to }) => to as string);

describe('the moves of a delivery', () => {
  it.each([
    ['pending', ['queued', 'sending', 'parked', 'cancelled']],
    ['queued', ['sending', 'pending', 'parked', 'cancelled']],
    ['sending', ['delivered', 'pending', 'exhausted', 'pending', 'parked', 'cancelled']],
    ['delivered', ['pending']],
    ['exhausted', ['pending']],
    ['parked', ['pending', 'cancelled']],
    ['cancelled', []],
  ] as const)('lead from %s to %j', (state, targets) => {
    expect(from(state)).toEqual(targets);
  });

  it('know whose delivery a process has, what is over, and what can be sent once more', () => {
    expect(leasedStates).toEqual(['queued', 'sending']);
    expect(endStates.every((state) => !from(state).includes('sending'))).toBe(true);
    expect(deliveryStates.filter((state) => !from(state).includes('cancelled'))).toEqual([
      'delivered',
      'exhausted',
      'cancelled',
    ]);
    expect(redeliverableStates).toEqual(['delivered', 'exhausted']);
  });

  it('are refused when they contradict themselves', () => {
    const all = { ...moves };
    expect(() => valid({ ...all, queue: { from: ['queued'], to: 'queued' } })).toThrow(/leads from queued/);
    expect(() => valid({ ...all, claim: { from: ['queued', 'queued'], to: 'sending' } })).toThrow(/twice/);
    const { giveUp: _giveUp, ...others } = all;
    expect(() => valid(others)).toThrow('No delivery could become exhausted.');
  });

  it('make the conditions of statements', () => {
    expect(isLeased('d.state')).toBe("d.state IN ('queued', 'sending')");
    const byStatus =
      "CASE s.status WHEN 'enabled' THEN 'pending' WHEN 'disabled' THEN 'parked' WHEN 'deleted' THEN 'cancelled' END";
    expect(stateByStatus('s.status')).toBe(byStatus);
    expect(stateAfterFailure('$6', 's.status')).toBe(
      `CASE WHEN $6 IS NULL THEN 'exhausted' ELSE ${byStatus} END`,
    );
    expect(statesMovedByStatus('s.status')).toBe(
      "CASE s.status WHEN 'enabled' THEN ARRAY['parked'] WHEN 'disabled' THEN ARRAY['pending', 'queued'] " +
        "WHEN 'deleted' THEN ARRAY['pending', 'queued', 'parked'] END",
    );
  });
});
