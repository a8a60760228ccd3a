/** numeric(15,4), since 15 digits fit a JSON number without loss; codes of ISO 4217. */
export interface Money {
  readonly currency_code: string;
  readonly amount: number;
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

export const isCurrencyCode = (value: unknown): value is string =>
  typeof value === 'string' && currencies.has(value);
