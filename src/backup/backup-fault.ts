import { DatabaseError } from 'pg';
import { DatabaseUnavailableError } from '../platform/database/start-failures.js';

/** An expected failure; the message says what is wrong and what to do. */
export class BackupFault extends Error {}

export const noBackup = (): BackupFault =>
  new BackupFault('This is no backup of this program: name the file that "backup" wrote.');

export const cutBackup = (): BackupFault =>
  new BackupFault('The backup is not whole, its end is missing: use another one.');

export const changedBackup = (): BackupFault =>
  new BackupFault('The backup was changed after it was written, or damaged: use another one.');

interface SystemError extends Error {
  readonly code?: string;
  readonly path?: string;
}

export function explainFault(error: unknown): string | undefined {
  if (error instanceof BackupFault || error instanceof DatabaseUnavailableError) return error.message;
  if (!(error instanceof Error)) return undefined;
  const { code = '', path, message }: SystemError = error;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full: make room, or name a file elsewhere.';
  if (code === 'EPIPE') return 'Whoever was reading the backup stopped: it is not whole.';
  if (code === 'ENOENT' && path !== undefined) return `${path} is not there: name another file.`;
  if (path !== undefined && code.startsWith('E'))
    return `${path} cannot be used (${code}): name another file.`;
  if (code === '53100') return `The disk of PostgreSQL is full (${message}): make room there.`;
  if (code === '42501') return `The user of the database may not do this (${message}): give it the right.`;
  const { driverError = error } = error as { driverError?: unknown };
  if (driverError instanceof DatabaseError) return `PostgreSQL refused: ${driverError.message}.`;
  const isLost = /ECONNRESET|ETIMEDOUT|57P0/.test(code) || message.startsWith('Connection terminated');
  return isLost ? 'The connection to PostgreSQL was lost: start again when it is back.' : undefined;
}
