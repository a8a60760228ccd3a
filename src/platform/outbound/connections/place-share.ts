// Of the places at a receiver, for organizations that hold none there.
const KEPT_SHARE = 1 / 16;

/** How many of so many places at one receiver are kept for organizations that hold none. */
export const keptPlaces = (most: number): number => (most > 1 ? Math.ceil(most * KEPT_SHARE) : 0);

/**
 * Whether an organization may take one more of the places at a receiver, so that one whose requests are slow there leaves
 * some to the next organization.
 * @param taken by all together, of `most` @param held by this one
 */
export const mayTakePlace = (most: number, taken: number, held: number): boolean =>
  most - taken > (held > 0 ? keptPlaces(most) : 0);
