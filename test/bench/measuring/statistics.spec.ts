import { lineThrough, median } from './statistics.js';

describe('the median', () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[10, 9], 9.5],
    [[7], 7],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });
});

describe('the line of least squares', () => {
  it('goes through points on a line', () => {
    expect(lineThrough([0, 1, 2, 5].map((x) => ({ x, y: 3 + 2 * x })))).toEqual({ slope: 2, start: 3 });
  });

  it('is level where the points lie around a level', () => {
    const points = [9, 11, 11, 9].map((y, x) => ({ x, y }));
    expect(lineThrough(points)).toEqual({ slope: 0, start: 10 });
  });

  it('is level through a single point', () => {
    expect(lineThrough([{ x: 4, y: 7 }])).toEqual({ slope: 0, start: 7 });
  });
});
