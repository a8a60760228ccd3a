/** Refuses one row; others may succeed. */
export class RowRefusal extends Error {}

/** The row needs a record that a validation only would make. */
export class NotMade extends Error {}

/** undefined: the row is refused, or not checked, later, when it is written. */
export function ifReadable<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RowRefusal || error instanceof NotMade) return undefined;
    throw error;
  }
}
