import { describe, expect, it } from '@jest/globals';
import { movesOf } from './project-moves.js';

const stage = { pipeline: 'New business', stage: 'Closed won' };

describe('the way of a deal', () => {
  it('passes through the states before the last one, and ends in its stage', () => {
    expect(movesOf({ status: 'completed', stage })).toEqual([
      { status: 'awaiting_start' },
      { status: 'in_progress' },
      { status: 'completed', stage },
    ]);
  });

  it('of a deal that is not won is its stage only', () => {
    expect(movesOf({ status: 'pre_sale', stage })).toEqual([{ stage }]);
  });

  it('of an internal project has no stage', () => {
    expect(movesOf({ status: 'in_progress', stage: null })).toEqual([
      { status: 'awaiting_start' },
      { status: 'in_progress' },
    ]);
  });
});
