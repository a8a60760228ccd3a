/** More would take memory in each connection. Later ones are planned every time. */
const MAX_PREPARED = 150;

const names = new Map<string, string>();

/** Each connection plans it once: only for texts with one best plan for all values, as for rows found by key. */
export function prepared(statement: string): string {
  if (!names.has(statement) && names.size < MAX_PREPARED) names.set(statement, `planning_${names.size + 1}`);
  return statement;
}

export const preparedName = (statement: string): string | undefined => names.get(statement);
