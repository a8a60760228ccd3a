import { QueryFailedError } from 'typeorm';
import { availabilityRefusal, NoConnectionError } from './pool/availability-errors.js';

export class DatabaseUnavailableError extends Error {}

interface Fault {
  readonly code?: string;
  readonly message?: string;
}

const sentences: readonly (readonly [pattern: RegExp, sentence: (message: string) => string])[] = [
  [
    /^42501$/,
    (message) =>
      `The role of DATABASE_URL lacks a right that it needs (${message}): make it the owner of the database and of what is in it, or grant it that.`,
  ],
  [
    /^(0A000|58P01)$/,
    (message) =>
      `PostgreSQL lacks something that the program needs (${message}): install its contrib modules, such as pg_trgm, and start again.`,
  ],
  [
    /^25006$/,
    (message) => `The database can only be read (${message}): set DATABASE_URL to the primary server.`,
  ],
  [
    /^53/,
    (message) =>
      `PostgreSQL is at the end of its means (${message}): give it what it lacks, and start again.`,
  ],
  [
    /^3F000$/,
    (message) =>
      `The database has no schema for the tables (${message}): make one, or correct the search_path of the role.`,
  ],
];

export function explainDatabaseFailure(error: unknown): string | undefined {
  if (error instanceof NoConnectionError) {
    return `${error.message}: see to it that it runs and can be reached, and start again.`;
  }
  const { code = '', message = '' } = faultOf(error);
  const sentence = sentences.find(([pattern]) => pattern.test(code))?.[1];
  if (sentence) return sentence(oneLine(message));
  return availabilityRefusal(error, 'nothing') && `PostgreSQL went away (${oneLine(message)}): start again.`;
}

const faultOf = (error: unknown): Fault =>
  error instanceof QueryFailedError ? (error.driverError as Fault) : error instanceof Error ? error : {};

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
