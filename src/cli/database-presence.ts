import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirectoryOf } from '../platform/config/data-directory.js';
import { DatabaseUnavailableError } from '../platform/database/start-failures.js';
import type { ProgramSettings } from '../contexts.js';

/** Otherwise an empty one would be made in a mistyped folder. @throws DatabaseUnavailableError */
export function databaseMustBeThere({ DATABASE_URL, DATA_DIRECTORY }: ProgramSettings): void {
  if (DATABASE_URL !== undefined) return;
  const directory = dataDirectoryOf(DATA_DIRECTORY);
  if (existsSync(join(directory, 'db'))) return;
  throw new DatabaseUnavailableError(
    `There is no database in ${directory}: set DATABASE_URL or DATA_DIRECTORY, or start this in the folder of the program, as the user who runs it.`,
  );
}
