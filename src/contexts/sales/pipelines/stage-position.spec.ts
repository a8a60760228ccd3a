import { describe, expect, it } from '@jest/globals';
import { LARGEST_POSITION, lastPosition } from './stage-position.js';

describe('the last position', () => {
  it('is the first of an empty pipeline, else behind the largest', () => {
    expect(lastPosition([])).toBe(0);
    expect(lastPosition([{ position: 4 }, { position: 1 }])).toBe(5);
  });

  it('stays within the range that a client can send', () => {
    expect(lastPosition([{ position: LARGEST_POSITION }])).toBe(LARGEST_POSITION);
  });
});
