import { describe, expect, it } from '@jest/globals';
import { at, isWithin, moved, nextByTab, placesOf, rangeOf } from './selection.js';

const size = { rows: 3, columns: 4 };
const place = (row: number, column: number) => ({ row, column });

describe('moving in a grid', () => {
  it('follows the arrows, and stops at the edges', () => {
    expect(moved(place(1, 1), 'ArrowRight', size)).toEqual(place(1, 2));
    expect(moved(place(1, 3), 'ArrowRight', size)).toEqual(place(1, 3));
    expect(moved(place(0, 1), 'ArrowUp', size)).toEqual(place(0, 1));
    expect(moved(place(0, 1), 'PageDown', size)).toEqual(place(2, 1));
    expect(moved(place(1, 1), 'x', size)).toBeUndefined();
  });

  it('goes the way that the arrow shows where text runs from right to left', () => {
    expect(moved(place(1, 1), 'ArrowRight', size, true)).toEqual(place(1, 0));
    expect(moved(place(1, 1), 'ArrowLeft', size, true)).toEqual(place(1, 2));
    expect(moved(place(1, 1), 'ArrowDown', size, true)).toEqual(place(2, 1));
  });

  it('goes to the ends of a row, and with Control to those of all', () => {
    expect([moved(place(1, 1), 'Home', size), moved(place(1, 1), 'End', size)]).toEqual([
      place(1, 0),
      place(1, 3),
    ]);
    expect(moved(place(1, 1), 'Home', size, false, true)).toEqual(place(0, 0));
    expect(moved(place(1, 1), 'End', size, true, true)).toEqual(place(2, 3));
  });

  it('goes on in the next row with Tab, and out at both ends', () => {
    expect(nextByTab(place(0, 3), size, false)).toEqual(place(1, 0));
    expect(nextByTab(place(1, 0), size, true)).toEqual(place(0, 3));
    expect([nextByTab(place(2, 3), size, false), nextByTab(place(0, 0), size, true)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('a range', () => {
  it('is the same from whichever corner it was drawn', () => {
    const range = { top: 0, bottom: 2, first: 1, last: 3 };
    expect(rangeOf({ anchor: place(2, 1), head: place(0, 3) })).toEqual(range);
    expect(rangeOf({ anchor: place(0, 3), head: place(2, 1) })).toEqual(range);
    expect(placesOf(range)).toHaveLength(9);
    expect(placesOf(rangeOf(at(place(1, 2))))).toEqual([place(1, 2)]);
    expect([isWithin(range, place(1, 2)), isWithin(range, place(1, 0))]).toEqual([true, false]);
  });
});
