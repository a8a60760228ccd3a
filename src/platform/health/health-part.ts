import type { Type } from '@nestjs/common';

/** Shown in readiness; can make the program degraded, never unready. */
export interface HealthPart<Source extends object = object> {
  /** Member of `details`. */
  readonly name: string;
  readonly response: Type<object>;
  readonly description: string;
  readonly example: object;
  readonly source: Type<Source>;
  /** Should take two seconds at most. */
  read(this: void, source: Source): Promise<PartHealth>;
}

export interface PartHealth {
  readonly isWell: boolean;
  readonly figures: Readonly<Record<string, unknown>>;
}

const declared: HealthPart[] = [];

export function declareHealth(part: HealthPart): void {
  if (declared.some(({ name }) => name === part.name)) {
    throw new Error(`The health of "${part.name}" is declared twice.`);
  }
  declared.push(part);
}

export const declaredHealthParts = (): readonly HealthPart[] => declared;
