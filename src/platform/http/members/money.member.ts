import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { isCurrencyCode, type Money } from '../../values/index.js';
import { check, describe, member, SENT, type Fault, type MemberOptions } from './member.js';
import { currencySchema, hasDecimals, numberOf, withDecimals, withoutNegativeZero } from './value.member.js';

/** Below 10^11 with four decimals: 15 digits, which a JSON number carries exactly. */
export const MAX_AMOUNT = 99_999_999_999.9999;

const sent = { minimum: 0, maximum: MAX_AMOUNT, decimals: 4 };
// 10^9 hours of the largest amount each.
const MAX_SUM = 1e20;

@ApiSchema({ name: 'Money', description: 'An amount in one currency, exact.' })
export class MoneyValue implements Money {
  @ApiProperty({ description: 'Currency, ISO 4217.', example: 'USD', ...currencySchema })
  currency_code!: string;

  @describe(
    { description: withDecimals('Amount in units of the currency.', sent.decimals), example: 1234.56 },
    { ...numberOf({ ...sent, minimum: -MAX_SUM, maximum: MAX_SUM }), [SENT]: numberOf(sent) },
  )
  amount!: number;
}

/** 0 or more in requests. Responses may have negative amounts (a margin). */
export function MoneyMember(options: MemberOptions): PropertyDecorator {
  return member(options, { type: () => MoneyValue }, moneyFaults, normalized);
}

const normalized = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'amount' in value
    ? { ...value, amount: withoutNegativeZero(value.amount) }
    : value;

function moneyFaults(value: unknown): Fault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ at: '', message: 'must be an object { currency_code, amount }' }];
  }
  const { currency_code, amount, ...unknown } = value as Record<string, unknown>;
  return [
    ...at(
      '.currency_code',
      check(isCurrencyCode, 'must be a currency code of ISO 4217 such as USD')(currency_code),
    ),
    ...at(
      '.amount',
      check(isAmount, `must be a number with at most 4 decimals from 0 to ${MAX_AMOUNT}`)(amount),
    ),
    ...Object.keys(unknown).map((name) => ({ at: `.${name}`, message: 'is not a member here' })),
  ];
}

const at = (place: string, faults: readonly Fault[]): Fault[] =>
  faults.map(({ message }) => ({ at: place, message }));

const isAmount = (value: unknown): boolean =>
  typeof value === 'number' &&
  value >= sent.minimum &&
  value <= sent.maximum &&
  hasDecimals(value, sent.decimals);
