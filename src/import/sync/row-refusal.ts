/** Refuses one row; others may succeed. */
export class RowRefusal extends Error {}
