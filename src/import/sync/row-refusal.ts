/** Why one row cannot become a record; the other rows may. */
export class RowRefusal extends Error {}
