import { expect, it } from '@jest/globals';
import { decimalFrom, typedDecimal } from './decimals.js';

it('a ratio is read as a person of the locale writes it, and nothing is made of what is no number', () => {
  expect(['0.375', '.3', '1', '0.12345', ''].map((text) => decimalFrom(text, 4, 'en'))).toEqual([
    0.375,
    undefined,
    1,
    undefined,
    undefined,
  ]);
  expect(['0,375', '0.375', '38,5', '1.234,5'].map((text) => decimalFrom(text, 4, 'de'))).toEqual([
    0.375, 0.375, 38.5, 1234.5,
  ]);
  expect(['0,375', '38,5'].map((text) => decimalFrom(text, 4, 'en'))).toEqual([undefined, undefined]);
  for (const locale of ['en', 'de', 'fr', 'ar-EG'])
    expect([locale, decimalFrom(typedDecimal(0.3755, 4, locale), 4, locale)]).toEqual([locale, 0.3755]);
});
