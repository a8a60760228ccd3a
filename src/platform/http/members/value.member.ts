import { isCalendarDate, isCurrencyCode, isTimeZone } from '../../values/index.js';
import { check, describe, member, type MemberOptions } from './member.js';

interface NumberOptions extends MemberOptions {
  readonly minimum: number;
  readonly maximum: number;
  /** Decimals at most; 0 = whole numbers. */
  readonly decimals: number;
}

/** True when the number, as a client writes it, has no more than so many decimals. */
export function hasDecimals(value: number, decimals: number): boolean {
  if (Number.isSafeInteger(value)) return true;
  // Both are exact below, so this is the nearest number to one with so many decimals, and is written so.
  const scale = 10 ** decimals;
  if (Math.abs(value) < 1e9) return Math.round(value * scale) / scale === value;
  const written = String(value);
  const point = written.indexOf('.');
  return !written.includes('e') && (point < 0 || written.length - point - 1 <= decimals);
}

/** -0, which JSON knows, is 0 to everybody else. */
export const withoutNegativeZero = (value: unknown): unknown => (value === 0 ? 0 : value);

export function NumberMember({ minimum, maximum, decimals, ...options }: NumberOptions): PropertyDecorator {
  const isFine = (value: unknown): boolean =>
    typeof value === 'number' && value >= minimum && value <= maximum && hasDecimals(value, decimals);
  const kind = decimals === 0 ? 'a whole number' : `a number with at most ${decimals} decimals`;
  return member(
    options,
    { type: decimals === 0 ? 'integer' : 'number', minimum, maximum },
    check(isFine, `must be ${kind} from ${minimum} to ${maximum}`),
    withoutNegativeZero,
  );
}

/** A number in an answer, which nobody checks: it may be negative. */
export const AnswerNumberMember = (options: MemberOptions): PropertyDecorator =>
  describe(options, { type: 'number' });

export function FlagMember(options: MemberOptions): PropertyDecorator {
  return member(
    options,
    { type: 'boolean' },
    check((value) => typeof value === 'boolean', 'must be true or false'),
  );
}

export const DATE_FAULT = 'must be a calendar day in the form YYYY-MM-DD, from 1900 to 9999';

/** A calendar day without a zone. */
export function DateMember(options: MemberOptions): PropertyDecorator {
  return member(options, { type: 'string', format: 'date' }, check(isCalendarDate, DATE_FAULT));
}

export const INSTANT_FAULT = 'must be a time such as 2026-11-21T06:30:00Z';

export const isInstant = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(value) &&
  isCalendarDate(value.slice(0, 10)) &&
  new Date(value).getUTCFullYear() <= 9999;

/** An instant: ISO 8601 with a zone. Answers write it in UTC with milliseconds. */
export function InstantMember(options: MemberOptions): PropertyDecorator {
  return member(options, { type: 'string', format: 'date-time' }, check(isInstant, INSTANT_FAULT));
}

export function TimeZoneMember(options: MemberOptions): PropertyDecorator {
  return member(
    options,
    { type: 'string' },
    check(isTimeZone, 'must be a name of the IANA time zone database such as Europe/Vienna'),
  );
}

export function CurrencyMember(options: MemberOptions): PropertyDecorator {
  return member(
    options,
    { type: 'string', minLength: 3, maxLength: 3 },
    check(isCurrencyCode, 'must be a currency code of ISO 4217 such as USD'),
  );
}
