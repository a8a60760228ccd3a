/** Far more than any pipeline has, and far from the end of the column. */
export const LARGEST_POSITION = 1_000_000;

/** Behind all others; positions need not be unique, and equal ones are in the order of creation. */
export function lastPosition(stages: readonly { readonly position: number }[]): number {
  const next = Math.max(-1, ...stages.map(({ position }) => position)) + 1;
  return Math.min(next, LARGEST_POSITION);
}
