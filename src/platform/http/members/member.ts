import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy, ValidateIf, type ValidatorConstraintInterface } from 'class-validator';
import { exampleId } from '../../values/index.js';

export interface MemberOptions {
  readonly description: string;
  readonly example: unknown;
  readonly optional?: boolean;
  readonly nullable?: boolean;
  /** What holds where a creation does not send it. */
  readonly byDefault?: string;
  /** Follows another record, and changes without a new version of its own. */
  readonly derived?: boolean;
}

export interface IdOptions extends Omit<MemberOptions, 'example'> {
  /** Kind of record, such as `project`: each kind has one example. */
  readonly of: string;
  readonly example?: unknown;
  /** Where another member says of what kind it is; `of` is the kind of the example then. */
  readonly kindOf?: (message: object) => string;
}

export const SENT = 'x-sent';

export const DERIVED = 'x-derived';

export const BY_DEFAULT = 'x-by-default';

/** `at` is below the member: `.amount`, `[2]`; empty: the member itself. */
export interface Fault {
  readonly at: string;
  readonly message: string;
}

/** Of a value that is neither undefined nor null; empty: none. */
export type Faults = (value: unknown, message?: object) => readonly Fault[];

export const MEMBER = 'member';

export interface MemberCheck {
  readonly check: Faults;
  /** For lists of objects: checks across the items, after each item. */
  readonly checkItems?: (items: readonly unknown[]) => readonly Fault[];
  /** For ids: the noun of their resource. */
  readonly kindOf?: (message: object) => string;
}

type MoreChecks = Pick<MemberCheck, 'checkItems' | 'kindOf'>;

/** Schema and check in one place, so that they agree. Of objects, `faults` runs before their members. */
export function member(
  options: MemberOptions,
  schema: ApiPropertyOptions,
  faults: Faults,
  normalize?: (value: unknown) => unknown,
  more: MoreChecks = {},
): PropertyDecorator {
  const check: Faults = (value, message) => {
    if (value === undefined) return absent;
    return value === null ? cleared : faults(value, message);
  };
  const given: MemberCheck = { check, ...more };
  const validator: ValidatorConstraintInterface = {
    validate: (value: unknown, details) => faultsOf(given, value, details?.object).length === 0,
    defaultMessage: (details) =>
      faultsOf(given, details?.value, details?.object)
        .map(({ at, message }) => `$property${at} ${message}`)
        .join('; '),
  };
  return applyDecorators(
    describe(options, schema),
    ...presence(options),
    ValidateBy({ name: MEMBER, constraints: [given], validator }),
    ...(normalize ? [Transform(({ value }: { value: unknown }) => normalize(value))] : []),
  );
}

const absent: readonly Fault[] = [{ at: '', message: 'is required' }];
const cleared: readonly Fault[] = [{ at: '', message: 'must not be null' }];
const none: readonly Fault[] = [];

function faultsOf(
  { check, checkItems }: MemberCheck,
  value: unknown,
  message: object | undefined,
): readonly Fault[] {
  const found = check(value, message);
  return found.length === 0 && checkItems ? checkItems(value as readonly unknown[]) : found;
}

export type MemberSchema = ApiPropertyOptions & { readonly [SENT]?: object };

/** A class is given as `type: () => Class`: Nest reads the name of the function. */
export function describe(
  { optional, derived, byDefault, ...options }: MemberOptions,
  schema: MemberSchema,
): PropertyDecorator {
  const marks = {
    ...(derived && { [DERIVED]: true }),
    ...(byDefault !== undefined && { [BY_DEFAULT]: byDefault }),
  };
  return ApiProperty({ ...options, ...schema, ...marks, required: optional !== true } as ApiPropertyOptions);
}

export const withExampleId = ({ of, kindOf: _kindOf, ...options }: IdOptions): MemberOptions => ({
  example: exampleId(of),
  ...options,
});

function presence({ optional, nullable }: MemberOptions): PropertyDecorator[] {
  return [
    ...(optional ? [ValidateIf((_message, value) => value !== undefined)] : []),
    ...(nullable ? [ValidateIf((_message, value) => value !== null)] : []),
  ];
}

export const check =
  (isFine: (value: unknown) => boolean, message: string | ((value: unknown) => string)): Faults =>
  (value) =>
    isFine(value) ? none : [{ at: '', message: typeof message === 'function' ? message(value) : message }];
