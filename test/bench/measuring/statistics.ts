/** The value in the middle; of an even number the mean of the two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? NaN;
  return (lower + upper) / 2;
}

/** The line of least squares through some points: y = start + slope * x. */
export function lineThrough(points: readonly { readonly x: number; readonly y: number }[]): {
  slope: number;
  start: number;
} {
  const mean = (of: 'x' | 'y'): number => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean('x'), mean('y')];
  const together = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0);
  const alone = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  const slope = alone === 0 ? 0 : together / alone;
  return { slope, start: y - slope * x };
}
