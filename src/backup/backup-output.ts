import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync, lstatSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { BackupFault } from './backup-fault.js';

export const STANDARD_STREAM = '-';

// As fast as PostgreSQL sends.
const gzipOptions = { level: constants.Z_BEST_SPEED, chunkSize: 256 * 1024 };

/** @throws BackupFault when the file exists, would take the place of what is no file, or cannot be written */
export function fileMustBeFree(file: string, mayReplace: boolean): void {
  if (file === STANDARD_STREAM) {
    if (process.stdout.isTTY)
      throw new BackupFault('A terminal cannot hold a backup: name a file, or pipe it somewhere.');
    return;
  }
  if (file === '') throw new BackupFault('The backup has no name: name a file.');
  if (!mayReplace && existsSync(file)) throw taken(file);
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new BackupFault(
      `${file} is not a regular file: name another one, or name - and lead the output there.`,
    );
  if (!existsSync(dirname(file)))
    throw new BackupFault(`The folder ${dirname(file)} is not there: make it, or name a file elsewhere.`);
}

/** The file appears complete and synced, readable by its owner only. @throws BackupFault when it exists */
export async function writeOutput(
  document: AsyncIterable<Buffer>,
  file: string,
  mayReplace: boolean,
  signal: AbortSignal,
): Promise<void> {
  if (file === STANDARD_STREAM) {
    await pipeline(document, createGzip(gzipOptions), process.stdout, { end: false, signal });
    return;
  }
  const part = `${file}.${randomUUID().slice(0, 8)}.part`;
  try {
    const output = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(document, createGzip(gzipOptions), output, { signal });
    await (mayReplace ? rename(part, file) : giveName(part, file));
    await syncFolder(dirname(file));
  } finally {
    await rm(part, { force: true });
  }
}

async function giveName(part: string, file: string): Promise<void> {
  // Unlike a rename, a link never replaces a file.
  await link(part, file).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST' || existsSync(file)) throw taken(file);
    await rename(part, file);
  });
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

const taken = (file: string): BackupFault =>
  new BackupFault(`${file} is there already: name another file, or pass --force to replace it.`);
