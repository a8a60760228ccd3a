const KEPT_SHARE = 1 / 16;

export const keptSlots = (max: number): number => (max > 1 ? Math.ceil(max * KEPT_SHARE) : 0);

export const mayTakeSlot = (max: number, taken: number, held: number): boolean =>
  max - taken > (held > 0 ? keptSlots(max) : 0);
