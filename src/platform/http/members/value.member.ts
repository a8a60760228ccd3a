import { ISO_WEEK, isCalendarDate, isCurrencyCode, isIsoWeek, isTimeZone } from '../../values/index.js';
import { check, describe, member, type MemberOptions } from './member.js';

interface NumberOptions extends MemberOptions {
  readonly minimum: number;
  readonly maximum: number;
  /** At most; 0: whole numbers. */
  readonly decimals: number;
}

export function hasDecimals(value: number, decimals: number): boolean {
  if (Number.isSafeInteger(value)) return true;
  // Exact below: the nearest number to one with so many decimals.
  const scale = 10 ** decimals;
  if (Math.abs(value) < 1e9) return Math.round(value * scale) / scale === value;
  const written = String(value);
  const point = written.indexOf('.');
  return !written.includes('e') && (point < 0 || written.length - point - 1 <= decimals);
}

/** -0 is valid JSON. */
export const withoutNegativeZero = (value: unknown): unknown => (value === 0 ? 0 : value);

/** Schema key. `multipleOf` will not do: to many validators 0.07 is not a multiple of 0.01. */
const DECIMALS = 'x-decimals';

export const numberOf = ({
  minimum,
  maximum,
  decimals,
}: Pick<NumberOptions, 'minimum' | 'maximum' | 'decimals'>): NumberSchema =>
  decimals === 0
    ? { type: 'integer', minimum, maximum }
    : { type: 'number', minimum, maximum, [DECIMALS]: decimals };

interface NumberSchema {
  readonly type: 'integer' | 'number';
  readonly minimum: number;
  readonly maximum: number;
  readonly [DECIMALS]?: number;
}

export const withDecimals = (description: string, decimals: number): string =>
  decimals === 0 ? description : `${description} At most ${decimals} decimals.`;

export function NumberMember({ minimum, maximum, decimals, ...options }: NumberOptions): PropertyDecorator {
  const isFine = (value: unknown): boolean =>
    typeof value === 'number' && value >= minimum && value <= maximum && hasDecimals(value, decimals);
  const kind = decimals === 0 ? 'a whole number' : `a number with at most ${decimals} decimals`;
  return member(
    { ...options, description: withDecimals(options.description, decimals) },
    numberOf({ minimum, maximum, decimals }),
    check(isFine, `must be ${kind} from ${minimum} to ${maximum}`),
    withoutNegativeZero,
  );
}

export const ResponseNumberMember = ({
  minimum,
  maximum,
  decimals,
  ...options
}: NumberOptions): PropertyDecorator =>
  describe(
    { ...options, description: withDecimals(options.description, decimals) },
    numberOf({ minimum, maximum, decimals }),
  );

export function FlagMember(options: MemberOptions): PropertyDecorator {
  return member(
    options,
    { type: 'boolean' },
    check((value) => typeof value === 'boolean', 'must be true or false'),
  );
}

export const DATE_FAULT = 'must be a calendar day in the form YYYY-MM-DD, from 1900 to 9999';

/** The pattern limits the years. */
export const dateSchema = {
  type: 'string',
  format: 'date',
  pattern: '^(19|[2-9]\\d)\\d{2}-\\d{2}-\\d{2}$',
} as const;

export function DateMember(options: MemberOptions): PropertyDecorator {
  return member(options, dateSchema, check(isCalendarDate, DATE_FAULT));
}

export function WeekMember(options: MemberOptions): PropertyDecorator {
  return member(
    options,
    { type: 'string', pattern: ISO_WEEK.source },
    check(isIsoWeek, 'must be a week of ISO 8601 such as 2026-W07, from 1900 to 9999'),
  );
}

export const INSTANT_FAULT = 'must be a time such as 2026-11-21T06:30:00Z';

const instant =
  /^(19|[2-9]\d)\d{2}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

export const instantSchema = { type: 'string', format: 'date-time', pattern: instant.source } as const;

export const isInstant = (value: unknown): boolean =>
  typeof value === 'string' &&
  instant.test(value) &&
  isCalendarDate(value.slice(0, 10)) &&
  new Date(value).getUTCFullYear() <= 9999;

/** ISO 8601 with a zone. Responses write UTC with milliseconds. */
export function InstantMember(options: MemberOptions): PropertyDecorator {
  return member(options, instantSchema, check(isInstant, INSTANT_FAULT));
}

export function TimeZoneMember(options: MemberOptions): PropertyDecorator {
  return member(
    options,
    { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_+\\-/]*$' },
    check(isTimeZone, 'must be a name of the IANA time zone database such as Europe/Vienna'),
  );
}

export const currencySchema = { type: 'string', pattern: '^[A-Z]{3}$' } as const;

export function CurrencyMember(options: MemberOptions): PropertyDecorator {
  return member(
    options,
    currencySchema,
    check(isCurrencyCode, 'must be a currency code of ISO 4217 such as USD'),
  );
}
