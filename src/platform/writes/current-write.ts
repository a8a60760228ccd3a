import { AsyncLocalStorage } from 'node:async_hooks';

type EntityTags = '*' | readonly string[];

export interface Precondition {
  readonly match: EntityTags | undefined;
  readonly noneMatch: EntityTags | undefined;
  isCompared: boolean;
}

export interface CurrentWrite {
  readonly precondition: Precondition | undefined;
  readonly isValidation: boolean;
}

export const currentWrite = new AsyncLocalStorage<CurrentWrite>();

/** Whether what is written now is rolled back, because the request has `validate_only=true`. */
export const isValidation = (): boolean => currentWrite.getStore()?.isValidation === true;
