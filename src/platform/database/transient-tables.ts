const declared = new Set<string>();

/** Of which backups keep no rows: what they hold gives access, or counts for a moment only. */
export function declareTransientTables(tables: readonly string[]): void {
  for (const table of tables) declared.add(table);
}

export const isTransient = (table: string): boolean => declared.has(table);
