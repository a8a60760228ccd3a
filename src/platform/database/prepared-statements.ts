/** More would take memory of each connection; whoever comes later is parsed and planned every time. */
const MOST = 150;

const names = new Map<string, string>();

/**
 * Declares a statement that each connection parses once and, after a few runs, plans once. Only for texts whose best plan
 * is the same for all values, as that of rows found by their key.
 */
export function prepared(statement: string): string {
  if (!names.has(statement) && names.size < MOST) names.set(statement, `planning_${names.size + 1}`);
  return statement;
}

/** The name of a statement that was declared. */
export const preparedName = (statement: string): string | undefined => names.get(statement);
