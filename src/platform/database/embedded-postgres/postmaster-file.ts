import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './server-files.js';
import { isRunning } from './process-lock.js';
import { servesDirectory, serverOf } from './server-process.js';

export interface RunningServer {
  readonly pid: number;
  /** 0: not known yet. */
  readonly port: number;
}

const fileIn = (database: string): string => join(database, 'postmaster.pid');

const MAX_PID = 2 ** 31 - 1;
const ENDING_MS = 3000;
const LOOK_MS = 50;

export async function findServer(database: string): Promise<RunningServer | undefined> {
  const lines = ((await contentOf(database)) ?? '').split('\n');
  const pid = pidIn(lines);
  if (pid === undefined || !isServing(pid, database)) return undefined;
  return { pid, port: Number(lines[3]) || 0 };
}

export const isServing = (pid: number, database: string): boolean =>
  isRunning(pid) && servesDirectory(pid, database);

/** Repairs what a crash, full disk or restored backup left. @throws EmbeddedPostgresError that says what to do */
export async function clearStaleFile(database: string): Promise<void> {
  const content = await contentOf(database);
  if (content === undefined) return;
  const pid = pidIn(content.split('\n'));
  const file = fileIn(database);
  try {
    if (pid === undefined) {
      await mustBeUnused(file, database);
      await rm(file);
    } else if (isRunning(pid)) {
      await mustBeUnused(file, database);
      // Another process has the old pid, and PostgreSQL would wait for its end. It ignores the pid of its parent;
      // without the file it would not check for leftover server processes.
      await writeFile(file, content.replace(/^\d+/, `${process.pid}`));
    }
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw unreadable(file, error);
  }
}

// The processes of a killed server end by themselves.
async function mustBeUnused(file: string, database: string): Promise<void> {
  const deadline = performance.now() + ENDING_MS;
  for (;;) {
    const server = serverOf(database);
    if (server === undefined) return;
    if (performance.now() > deadline) throw unusable(file, database, server);
    await sleep(LOOK_MS);
  }
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
  return pid > 0 && pid <= MAX_PID ? pid : undefined;
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
