import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './server-files.js';
import { isRunning } from './process-lock.js';
import { servesDirectory, serverOf } from './server-process.js';

export interface RunningServer {
  readonly pid: number;
  /** 0 while it is not known yet. */
  readonly port: number;
}

const fileIn = (database: string): string => join(database, 'postmaster.pid');

const LARGEST_PID = 2 ** 31 - 1;

/** The server that runs in this folder, as its postmaster.pid says and the process is one. */
export async function findServer(database: string): Promise<RunningServer | undefined> {
  const lines = ((await contentOf(database)) ?? '').split('\n');
  const pid = pidIn(lines);
  if (pid === undefined || !isRunning(pid) || !servesDirectory(pid, database)) return undefined;
  return { pid, port: Number(lines[3]) || 0 };
}

/**
 * Mends what a server that was killed, a full disk or a restored backup left, and PostgreSQL would refuse to start with.
 * @throws EmbeddedPostgresError that says what to do, where that is not ours to do
 */
export async function clearStaleFile(database: string): Promise<void> {
  const content = await contentOf(database);
  if (content === undefined) return;
  const pid = pidIn(content.split('\n'));
  const file = fileIn(database);
  try {
    if (pid === undefined) {
      mustBeUnused(file, database);
      await rm(file);
    } else if (isRunning(pid)) {
      mustBeUnused(file, database);
      // Another process has the number of the old server, and PostgreSQL would wait for its end. Our own it ignores as its
      // parent's; removing the file instead would give up its check for leftover server processes.
      await writeFile(file, content.replace(/^\d+/, `${process.pid}`));
    }
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw unreadable(file, error);
  }
}

function mustBeUnused(file: string, database: string): void {
  const server = serverOf(database);
  if (server !== undefined) throw unusable(file, database, server);
}

async function contentOf(database: string): Promise<string | undefined> {
  const file = fileIn(database);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(file, error);
  }
}

function pidIn([first = '']: readonly string[]): number | undefined {
  const pid = /^\d{1,10}$/.test(first) ? Number(first) : 0;
  return pid > 0 && pid <= LARGEST_PID ? pid : undefined;
}

const unreadable = (file: string, error: unknown): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    `${file} cannot be used (${(error as NodeJS.ErrnoException).code}): remove it if no PostgreSQL runs there, and start again.`,
    { cause: error },
  );

const unusable = (file: string, database: string, server: number): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    `${file} does not say so, but the process ${server} is a PostgreSQL that runs in ${database}: end it and start again.`,
  );
