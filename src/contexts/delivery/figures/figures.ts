import Big from 'big.js';

const DECIMALS = 4;

/** One measure (hours, cost, revenue or margin) as it was sold, is planned, has happened, remains, and will be in the end. */
export interface Figures {
  readonly sold: Big;
  readonly planned: Big;
  readonly actual: Big;
  readonly toCompletion: Big;
  readonly atCompletion: Big;
}

export const ZERO = new Big(0);

export const noFigures: Figures = {
  sold: ZERO,
  planned: ZERO,
  actual: ZERO,
  toCompletion: ZERO,
  atCompletion: ZERO,
};

/** The exact value of a numeric column; 0 where it is null. */
export const exact = (value: string | null): Big => (value === null ? ZERO : new Big(value));

/** What happened and what remains make up what it will be in the end. */
export const figuresOf = (sold: Big, planned: Big, actual: Big, toCompletion: Big): Figures => ({
  sold,
  planned,
  actual,
  toCompletion,
  atCompletion: actual.plus(toCompletion),
});

const combined = (a: Figures, b: Figures, combine: (a: Big, b: Big) => Big): Figures => ({
  sold: combine(a.sold, b.sold),
  planned: combine(a.planned, b.planned),
  actual: combine(a.actual, b.actual),
  toCompletion: combine(a.toCompletion, b.toCompletion),
  atCompletion: combine(a.atCompletion, b.atCompletion),
});

export const sumOf = (list: readonly Figures[]): Figures =>
  list.reduce((sum, figures) => combined(sum, figures, (a, b) => a.plus(b)), noFigures);

export const difference = (a: Figures, b: Figures): Figures => combined(a, b, (x, y) => x.minus(y));

/** Money has at most four decimals: a half is rounded away from zero. */
export const rounded = (amount: Big): Big => amount.round(DECIMALS, Big.roundHalfUp);

/** A margin as a ratio of the revenue, with four decimals; null where nothing is earned. */
export const ratioOf = (margin: Big, revenue: Big): Big | null =>
  revenue.eq(0) ? null : quotient(margin, revenue);

/** `part / whole` of an amount, rounded once, so that no digit is lost before the end. */
export const shareOf = (amount: Big, part: Big, whole: Big): Big => quotient(amount.times(part), whole);

// Big divides with the precision of its constructor: this one is the module's own, so that nobody else's setting counts.
const Division = Big();
Division.DP = DECIMALS;
Division.RM = Big.roundHalfUp;

const quotient = (dividend: Big, divisor: Big): Big => new Big(new Division(dividend).div(divisor));
