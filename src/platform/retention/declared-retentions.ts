import type { Type } from '@nestjs/common';

/** Removes what is too old. Declared by a context, run where webhooks are delivered. */
export interface Retention {
  /** From the end of one removal to the next. */
  readonly intervalMinutes: number;
  /** Removes a batch. Several processes may call it at once. @returns whether there may be more */
  removeOld(): Promise<boolean>;
}

const declared: Type<Retention>[] = [];

export function declareRetention(retention: Type<Retention>): void {
  if (declared.includes(retention)) throw new Error(`The retention ${retention.name} is declared twice.`);
  declared.push(retention);
}

export const declaredRetentions = (): readonly Type<Retention>[] => declared;
