import Big from 'big.js';

export interface Scale {
  readonly times: Big;
  readonly dividedBy: Big;
  readonly decimals: number | undefined;
}

const decimalText = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/i;
// More than the precision of a JSON number.
const decimalsOfAny = 40;

export function readDecimal(text: string): Big | undefined {
  return decimalText.test(text) ? new Big(text.replace(/^\+/, '')) : undefined;
}

/** Rounded once, at the end, half up (for a negative number half down). */
export function applyScale(number: Big, { times, dividedBy, decimals = decimalsOfAny }: Scale): number {
  const Quotient = Big();
  Quotient.DP = decimals;
  Quotient.RM = Big.roundHalfUp;
  return Number(new Quotient(number.times(times)).div(dividedBy).toString());
}
