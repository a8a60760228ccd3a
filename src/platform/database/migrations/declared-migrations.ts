export interface DeclaredMigrations {
  readonly context: string;
  readonly folder: URL;
}

const declared: DeclaredMigrations[] = [];

/** Applied at the start, after all that are declared already. */
export function declareMigrations(context: string, folder: URL): void {
  declared.push({ context, folder });
}

export const declaredMigrations = (): readonly DeclaredMigrations[] => declared;
