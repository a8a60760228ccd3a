import { copyFileSync, statSync, truncateSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { acquireLock } from './process-lock.js';

const LIMIT_BYTES = 10 * 1024 * 1024;
const LOOK_MS = 60_000;

/** Starts, stops and crashes. Failed statements go to the client only, since their texts hold values. */
export const logSettings = [
  'log_destination=stderr',
  'logging_collector=off',
  'log_timezone=UTC',
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_statement=none',
  'log_duration=off',
  'log_min_duration_statement=-1',
  'log_min_duration_sample=-1',
  'log_transaction_sample_rate=0',
  'log_parameter_max_length=0',
  'log_parameter_max_length_on_error=0',
];

export const serverLogOf = (directory: string): string => join(directory, 'postgres.log');

export async function openServerLog(directory: string): Promise<FileHandle> {
  const log = await open(serverLogOf(directory), 'a+', 0o600);
  await rotateServerLog(directory);
  return log;
}

export function keepServerLogSmall(directory: string, everyMs = LOOK_MS): () => void {
  // A log that cannot be rotated must not end the program; the next check tries again.
  const rotate = () => void rotateServerLog(directory).catch(() => undefined);
  const timer = setInterval(rotate, everyMs).unref();
  return () => clearInterval(timer);
}

/** Moves what is over 10 MiB to `postgres.log.1`. Copied and truncated, because the server keeps the file open. */
export async function rotateServerLog(directory: string): Promise<void> {
  const log = serverLogOf(directory);
  const isSmall = () => statSync(log).size <= LIMIT_BYTES;
  if (isSmall()) return;
  const release = await acquireLock(join(directory, 'log.lock'), 0);
  if (!release) return;
  try {
    if (isSmall()) return;
    copyFileSync(log, `${log}.1`);
    truncateSync(log);
  } finally {
    await release();
  }
}
