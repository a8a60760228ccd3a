import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy, ValidateIf } from 'class-validator';

/** What every member of a message says about itself. */
export interface MemberOptions {
  /** Meaning, unit and range, for the reader of the API description. */
  readonly description: string;
  readonly example: unknown;
  /** May be absent. */
  readonly optional?: boolean;
  /** May be null. */
  readonly nullable?: boolean;
  readonly default?: unknown;
}

/** What is wrong, and where below the member (`.amount`, `[2]`; empty = the member itself). */
export interface Fault {
  readonly at: string;
  readonly message: string;
}

/** What is wrong with a value that is neither undefined nor null; an empty list when nothing is. */
export type Faults = (value: unknown) => readonly Fault[];

export const FAULTS = 'faults';

/** A member whose schema and check stand in one place, so that the description cannot promise another shape. */
export function member(
  options: MemberOptions,
  schema: ApiPropertyOptions,
  faults: Faults,
  normalize?: (value: unknown) => unknown,
): PropertyDecorator {
  const check: Faults = (value) => {
    if (value === undefined) return [{ at: '', message: 'is required' }];
    return value === null ? [{ at: '', message: 'must not be null' }] : faults(value);
  };
  return applyDecorators(
    describe(options, schema),
    ...presence(options),
    ValidateBy(
      // The messages come from the context; without a message of its own class-validator would not pass that on.
      {
        name: FAULTS,
        validator: { validate: (value: unknown) => check(value).length === 0, defaultMessage: () => FAULTS },
      },
      { context: { check } },
    ),
    ...(normalize ? [Transform(({ value }: { value: unknown }) => normalize(value))] : []),
  );
}

/** The OpenAPI side of a member. A class is given as `type: () => Class`: Nest goes by the name of the function. */
export function describe(
  { optional, ...options }: MemberOptions,
  schema: ApiPropertyOptions,
): PropertyDecorator {
  return ApiProperty({ ...options, ...schema, required: optional !== true } as ApiPropertyOptions);
}

/** Leaves a member unchecked when it is absent or null and may be so. */
export function presence({ optional, nullable }: MemberOptions): PropertyDecorator[] {
  return [
    ...(optional ? [ValidateIf((_message, value) => value !== undefined)] : []),
    ...(nullable ? [ValidateIf((_message, value) => value !== null)] : []),
  ];
}

/** The check of a plain value: fine, or one message. */
export const check =
  (isFine: (value: unknown) => boolean, message: string): Faults =>
  (value) =>
    isFine(value) ? [] : [{ at: '', message }];
