import {
  declaredMigrations,
  declareMigrations,
  type DeclaredMigrations,
} from '../../../src/platform/database/migrations/declared-migrations.js';

const NAME = 'skills';

/** The migrations of the example, without the rest of it. */
export function skillsAreInstalled(): void {
  skillsAreMissing();
  declareMigrations(NAME, new URL('../../extension/skills/src/migrations/', import.meta.url));
}

/** A process never forgets an extension; the next test file in this one must not have it. */
export function skillsAreMissing(): void {
  const declared = declaredMigrations() as DeclaredMigrations[];
  const index = declared.findIndex(({ context }) => context === NAME);
  if (index >= 0) declared.splice(index, 1);
}
