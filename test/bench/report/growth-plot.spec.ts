import { growthPlot } from './growth-plot.js';

const level = { name: 'W1', points: [500_000, 5_000_000, 50_000_000].map((rows) => ({ rows, ms: 2 })) };
const linear = {
  name: 'W2',
  points: [
    { rows: 500_000, ms: 1 },
    { rows: 5_000_000, ms: 10 },
    { rows: 50_000_000, ms: 100 },
  ],
};

/** The places of a line's points, from its polyline. */
const placesIn = (svg: string): { x: number; y: number }[][] =>
  [...svg.matchAll(/<polyline points="([^"]+)"/g)].map(([, points = '']) =>
    points.split(' ').map((point) => {
      const [x = NaN, y = NaN] = point.split(',').map(Number);
      return { x, y };
    }),
  );

describe('the plot of growth', () => {
  const svg = growthPlot([level, linear], 'a request: ms');
  const [first = [], second = []] = placesIn(svg);

  it('draws what stays as a level line, and what grows with the table as a straight one upwards', () => {
    expect(new Set(first.map(({ y }) => y)).size).toBe(1);
    const [begin, middle, end] = second.map(({ y }) => y) as [number, number, number];
    expect(begin - middle).toBeCloseTo(middle - end, 0);
    expect(end).toBeLessThan(begin);
  });

  it('puts tenfold tables the same distance apart, at the same place for every line', () => {
    const [begin, middle, end] = first.map(({ x }) => x) as [number, number, number];
    expect(middle - begin).toBeCloseTo(end - middle, 0);
    expect(second.map(({ x }) => x)).toEqual([begin, middle, end]);
  });

  it('names the lines and the axes', () => {
    for (const words of [
      '>W1<',
      '>W2<',
      '>rows of actual time<',
      '>a request: ms<',
      '>1,000,000<',
      '>100<',
    ]) {
      expect(svg).toContain(words);
    }
  });

  it('keeps the names of lines apart that end at one place', () => {
    const twin = { ...level, name: 'W3' };
    const places = [...growthPlot([level, twin], '').matchAll(/y="([\d.]+)"[^>]*>W\d</g)].map(([, y]) =>
      Number(y),
    );
    expect(Math.abs((places[0] ?? 0) - (places[1] ?? 0))).toBeGreaterThanOrEqual(14);
  });

  it('has nothing but numbers for a single point', () => {
    expect(growthPlot([{ name: 'W1', points: [{ rows: 5_000_000, ms: 10 }] }], '')).not.toMatch(
      /NaN|Infinity/,
    );
  });
});
