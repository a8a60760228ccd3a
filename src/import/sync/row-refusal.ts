/** Refuses one row; others may succeed. */
export class RowRefusal extends Error {}

/** The row needs a record that a validation only would make. */
export class NotMade extends Error {}
