import { QueryFailedError } from 'typeorm';
import type { BusinessError } from '../errors/index.js';

const declared = new Map<string, () => BusinessError>();

/** Says which refusal a violated constraint means. Called once for each aggregate, in its `*.rules.ts`. */
export function declareConstraintErrors(errors: Readonly<Record<string, () => BusinessError>>): void {
  for (const [constraint, error] of Object.entries(errors)) declared.set(constraint, error);
}

/** Constraints that have a declared refusal. */
export const declaredConstraints = (): string[] => [...declared.keys()];

interface DriverError {
  readonly code?: string;
  readonly constraint?: string;
}

/** The error that a caller should see for one that came out of the database. */
export function translateDatabaseError(error: unknown): unknown {
  const { constraint } = driverError(error);
  return (constraint !== undefined && declared.get(constraint)?.()) || error;
}

/** Deadlock or serialization failure: the same work can succeed when it is done again. */
export const isRetryable = (error: unknown): boolean =>
  ['40P01', '40001'].includes(driverError(error).code ?? '');

/** A statement was not looked at, because one before it had failed. */
export const isConsequence = (error: unknown): boolean => driverError(error).code === '25P02';

const driverError = (error: unknown): DriverError =>
  error instanceof QueryFailedError ? (error.driverError as DriverError) : {};
