/**
 * The parts of a total over weights, which add up to it: each is what the rounded sums up to it have grown by.
 * @param total whole units, such as hundredths of an hour, at least 0
 * @param weights whole numbers of at least 0, not all 0
 */
export function spread(total: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let weighed = 0;
  let before = 0;
  return weights.map((weight) => {
    weighed += weight;
    const upTo = Math.floor((2 * total * weighed + whole) / (2 * whole));
    const part = upTo - before;
    before = upTo;
    return part;
  });
}
