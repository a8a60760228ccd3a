const names = new Map<string, string>();

/**
 * Declares a statement that each connection parses once and, after a few runs, plans once. Only for texts that stand in
 * the program, so that they are few, and whose best plan is the same for all values: that of rows found by their key.
 */
export function prepared(statement: string): string {
  if (!names.has(statement)) names.set(statement, `planning_${names.size + 1}`);
  return statement;
}

/** The name of a statement that was declared. */
export const preparedName = (statement: string): string | undefined => names.get(statement);
