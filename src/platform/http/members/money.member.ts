import { ApiProperty } from '@nestjs/swagger';
import { isCurrencyCode, type Money } from '../../values/index.js';
import { check, member, type Fault, type MemberOptions } from './member.js';
import { hasDecimals, withoutNegativeZero } from './value.member.js';

/** Below 10^11 with four decimals: 15 digits, which a JSON number carries exactly. */
export const LARGEST_AMOUNT = 99_999_999_999.9999;

export class MoneyValue implements Money {
  @ApiProperty({
    description: 'Currency, ISO 4217.',
    example: 'USD',
    type: 'string',
    minLength: 3,
    maxLength: 3,
  })
  currency_code!: string;

  @ApiProperty({
    description: 'Amount in units of the currency, at most four decimals, exact.',
    example: 1234.56,
    type: 'number',
  })
  amount!: number;
}

/** Money that is sent in: 0 or more. Answers may carry negative amounts (a margin). */
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
      check(isAmount, `must be a number with at most 4 decimals from 0 to ${LARGEST_AMOUNT}`)(amount),
    ),
    ...Object.keys(unknown).map((name) => ({ at: `.${name}`, message: 'is not a member here' })),
  ];
}

const at = (place: string, faults: readonly Fault[]): Fault[] =>
  faults.map(({ message }) => ({ at: place, message }));

const isAmount = (value: unknown): boolean =>
  typeof value === 'number' && value >= 0 && value <= LARGEST_AMOUNT && hasDecimals(value, 4);
