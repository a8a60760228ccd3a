/** An amount in one currency. Kept as numeric(15,4): 15 digits pass through a JSON number without loss. */
export interface Money {
  /** ISO 4217. */
  readonly currency_code: string;
  /** At most four decimals. */
  readonly amount: number;
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** True for the codes of ISO 4217, in capitals. */
export const isCurrencyCode = (value: unknown): value is string =>
  typeof value === 'string' && currencies.has(value);
