export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** From where a range was begun to where it was drawn. */
export interface Selection {
  readonly anchor: Place;
  readonly head: Place;
}

/** Its corners, both included. */
export interface Range {
  readonly top: number;
  readonly bottom: number;
  readonly first: number;
  readonly last: number;
}

export const at = (place: Place): Selection => ({ anchor: place, head: place });

export const rangeOf = ({ anchor, head }: Selection): Range => ({
  top: Math.min(anchor.row, head.row),
  bottom: Math.max(anchor.row, head.row),
  first: Math.min(anchor.column, head.column),
  last: Math.max(anchor.column, head.column),
});

export const isWithin = ({ top, bottom, first, last }: Range, { row, column }: Place): boolean =>
  row >= top && row <= bottom && column >= first && column <= last;

export function placesOf({ top, bottom, first, last }: Range): Place[] {
  const places: Place[] = [];
  for (let row = top; row <= bottom; row += 1)
    for (let column = first; column <= last; column += 1) places.push({ row, column });
  return places;
}

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

/** Where a key leads; undefined where it is none that moves. @param isWhole to the corner of all */
export function moved(
  from: Place,
  key: string,
  size: Size,
  isRightToLeft = false,
  isWhole = false,
): Place | undefined {
  const step = steps[mirrored(key, isRightToLeft)];
  if (!step) return undefined;
  const [rows, columns] = step;
  const isEdge = key === 'Home' || key === 'End';
  return {
    row: within(from.row + (isWhole && isEdge ? columns : rows), size.rows),
    column: within(from.column + columns, size.columns),
  };
}

/** The next cell in reading order; undefined behind the last, or before the first. */
export function nextByTab({ row, column }: Place, size: Size, isBack: boolean): Place | undefined {
  const index = row * size.columns + column + (isBack ? -1 : 1);
  if (index < 0 || index >= size.rows * size.columns) return undefined;
  return { row: Math.floor(index / size.columns), column: index % size.columns };
}

const within = (index: number, count: number): number => Math.max(0, Math.min(count - 1, index));

function mirrored(key: string, isRightToLeft: boolean): string {
  if (!isRightToLeft) return key;
  if (key === 'ArrowLeft') return 'ArrowRight';
  return key === 'ArrowRight' ? 'ArrowLeft' : key;
}
