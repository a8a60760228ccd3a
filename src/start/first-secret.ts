import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

interface KeptSecret {
  readonly file: string;
  readonly earlier: string | null;
}

/** The file appears complete or not at all, readable by its owner only. @throws file system errors */
export function keepFirstSecret(directory: string, name: string, secret: string): KeptSecret {
  const file = join(directory, name);
  const temporary = `${file}.${randomUUID()}`;
  mkdirSync(directory, { recursive: true });
  try {
    writeFileSync(temporary, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
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
