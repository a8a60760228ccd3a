import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy, ValidateIf } from 'class-validator';
import { exampleId } from '../../values/index.js';

/** What every member of a message says about itself. */
export interface MemberOptions {
  /** Meaning, unit and range, for the reader of the API description. */
  readonly description: string;
  readonly example: unknown;
  /** May be absent. */
  readonly optional?: boolean;
  /** May be null. */
  readonly nullable?: boolean;
}

/** The options of a member that holds an id. */
export interface IdOptions extends Omit<MemberOptions, 'example'> {
  /** What the id is of, such as `project`: the example is the same id wherever it is of that. */
  readonly of: string;
  readonly example?: unknown;
}

/** Where the schema of a member says what of it is true in requests alone. */
export const SENT = 'x-sent';

/** What is wrong, and where below the member (`.amount`, `[2]`; empty = the member itself). */
export interface Fault {
  readonly at: string;
  readonly message: string;
}

/** What is wrong with a value that is neither undefined nor null; an empty list when nothing is. */
export type Faults = (value: unknown) => readonly Fault[];

export const FAULTS = 'faults';

/** What a member knows about its faults: the context of its validation, whose name is {@link FAULTS}. */
export interface MemberCheck {
  readonly check: Faults;
  /** Whether a list is too long, and nothing else: asked before anything in it is looked at. */
  readonly size: Faults | undefined;
}

/**
 * A member whose schema and check stand in one place, so that the description cannot promise another shape.
 * @param size for lists of objects: what is wrong with the number of items
 */
export function member(
  options: MemberOptions,
  schema: ApiPropertyOptions,
  faults: Faults,
  normalize?: (value: unknown) => unknown,
  size?: Faults,
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
      { context: { check, size } satisfies MemberCheck },
    ),
    ...(normalize ? [Transform(({ value }: { value: unknown }) => normalize(value))] : []),
  );
}

/** A schema, and what of it is true in requests alone. */
export type MemberSchema = ApiPropertyOptions & { readonly [SENT]?: object };

/** The OpenAPI side of a member. A class is given as `type: () => Class`: Nest goes by the name of the function. */
export function describe({ optional, ...options }: MemberOptions, schema: MemberSchema): PropertyDecorator {
  return ApiProperty({ ...options, ...schema, required: optional !== true } as ApiPropertyOptions);
}

/** The example of a member that holds an id. */
export const withExampleId = ({ of, ...options }: IdOptions): MemberOptions => ({
  example: exampleId(of),
  ...options,
});

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
