const KEPT_SHARE = 1 / 16;

export const keptPlaces = (max: number): number => (max > 1 ? Math.ceil(max * KEPT_SHARE) : 0);

export const mayTakePlace = (max: number, taken: number, held: number): boolean =>
  max - taken > (held > 0 ? keptPlaces(max) : 0);
