import { decimalFormat, typedDecimal, unitsFrom } from './decimals.js';

/** Hours as whole hundredths, so that sums are exact. */
export const hundredthsOf = (hours: number): number => Math.round(hours * 100);

export const hoursOf = (hundredths: number): number => hundredths / 100;

/** Of many hours, exact. */
export const sumOfHours = (hours: readonly number[]): number =>
  hoursOf(hours.reduce((sum, each) => sum + hundredthsOf(each), 0));

/** What a person types or pastes. Undefined: not a number of hours with at most two decimals. */
export const hundredthsFrom = (text: string, locale?: string): number | undefined =>
  text.trim() === '' ? 0 : unitsFrom(text, 2, locale);

export const inHours = (hundredths: number, locale?: string): string =>
  decimalFormat(locale, 2, true).format(hoursOf(hundredths));

/** Of hours as the API has them. */
export const wordsOfHours = (hours: number): string => inHours(hundredthsOf(hours));

/** As {@link hundredthsFrom} takes it back. */
export const typedHours = (hundredths: number, locale?: string): string =>
  typedDecimal(hoursOf(hundredths), 2, locale);
