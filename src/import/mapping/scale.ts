import Big from 'big.js';

/** What a number of the export is multiplied by and divided by, and the decimals that are kept of it. */
export interface Scale {
  readonly times: Big;
  readonly dividedBy: Big;
  readonly decimals: number | undefined;
}

const decimalText = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/i;
// More than a number in JSON can tell apart.
const decimalsOfAny = 40;

/** A number written with a decimal point, as it stands; undefined when the text is none. */
export function readDecimal(text: string): Big | undefined {
  return decimalText.test(text) ? new Big(text.replace(/^\+/, '')) : undefined;
}

/** Exact up to the end, and rounded there, once: half up, which for a negative number is half down. */
export function applyScale(number: Big, { times, dividedBy, decimals = decimalsOfAny }: Scale): number {
  const Quotient = Big();
  Quotient.DP = decimals;
  Quotient.RM = Big.roundHalfUp;
  return Number(new Quotient(number.times(times)).div(dividedBy).toString());
}
