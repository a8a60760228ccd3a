import { QueryFailedError } from 'typeorm';
import type { BusinessError } from '../errors/index.js';

const declared = new Map<string, () => BusinessError>();

/** Maps violated constraints to refusals. Called once for each aggregate, in its `*.rules.ts`. */
export function declareConstraintErrors(errors: Readonly<Record<string, () => BusinessError>>): void {
  for (const [constraint, error] of Object.entries(errors)) declared.set(constraint, error);
}

export const declaredConstraints = (): string[] => [...declared.keys()];

interface DriverError {
  readonly code?: string;
  readonly constraint?: string;
}

export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof ConcurrentChange) return translateDatabaseError(error.cause);
  const { constraint } = driverError(error);
  return (constraint !== undefined && declared.get(constraint)?.()) || error;
}

/** Another transaction made what this one did not see: the unit of work is done again, and then sees it. */
export class ConcurrentChange extends Error {
  constructor(override readonly cause: unknown) {
    super('Another transaction came first.');
  }
}

export const violates = (error: unknown, constraint: string): boolean =>
  driverError(error).constraint === constraint;

export const isDeadlock = (error: unknown): boolean => driverError(error).code === '40P01';

/** Deadlock, serialization failure or concurrent change: a retry can succeed. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof ConcurrentChange || isDeadlock(error) || driverError(error).code === '40001';

export const isInFailedTransaction = (error: unknown): boolean => driverError(error).code === '25P02';

const driverError = (error: unknown): DriverError =>
  error instanceof QueryFailedError ? (error.driverError as DriverError) : {};
