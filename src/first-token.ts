import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

const FIRST_TOKEN_FILE = 'first-token';

interface KeptToken {
  readonly file: string;
  /** Where the token of an earlier installation now is, which was there. */
  readonly earlier: string | null;
}

/**
 * Keeps the token in a file that only its owner can read, whole or not at all.
 * @throws what the file system says
 */
export function keepFirstToken(directory: string, token: string): KeptToken {
  const file = join(directory, FIRST_TOKEN_FILE);
  const temporary = `${file}.${randomUUID()}`;
  mkdirSync(directory, { recursive: true });
  try {
    writeFileSync(temporary, `${token}\n`, { mode: 0o600, flag: 'wx', flush: true });
    const earlier = putAside(file);
    linkSync(temporary, file);
    return { file, earlier };
  } finally {
    rmSync(temporary, { force: true });
  }
}

function putAside(file: string): string | null {
  const earlier = `${file}.${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  try {
    renameSync(file, earlier);
    return earlier;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
