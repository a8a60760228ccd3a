import { describe, expect, it } from '@jest/globals';
import { fillTemplate, parseTemplate } from './template.js';

const fill = (source: string, columns: Record<string, string> = {}) =>
  fillTemplate(parseTemplate(source), columns);

describe('a template', () => {
  it('puts columns into text', () => {
    expect(fill('{product} for {account}', { product: 'MG', account: 'Isdom' })).toBe('MG for Isdom');
  });

  it('without columns is the text itself, and {{ is a brace', () => {
    expect(fill('won')).toBe('won');
    expect(fill('{{x')).toBe('{x');
  });

  it('is empty as a whole when all its columns are', () => {
    expect(fill('{name|slug}@example.com', { name: ' ' })).toBe('');
    expect(fill('{a} {b}', { a: '', b: 'x' })).toBe('x');
  });

  it('passes columns through filters in order', () => {
    const columns = { name: 'Mei-Mei  Müller Johns' };
    expect(fill('{name|slug:.}@example.com', columns)).toBe('mei.mei.muller.johns@example.com');
    expect(fill('{name|other_words|lower}', columns)).toBe('müller johns');
    expect(fill('{name | first_word | upper}', columns)).toBe('MEI-MEI');
  });

  it.each([
    ['{name', 'stray "{"'],
    ['name}', 'stray "}"'],
    ['{}', 'without a column name'],
    ['{name|loud}', 'unknown filter "loud"'],
    ['{name|constructor}', 'unknown filter "constructor"'],
  ])('written as %s is refused: %s', (source, reason) => {
    expect(() => parseTemplate(source)).toThrow(reason);
  });

  it.each([
    ['{x|decimal}', '7,5', '7.5'],
    ['{x|decimal}', '1.234,50', '1234.50'],
    ['{x|decimal}', '1,234.50', '1234.50'],
    ['{x|decimal}', '8', '8'],
    ['{x|seconds}', '01:02:03', '3723'],
    ['{x|seconds}', '62:03', '3723'],
    ['{x|seconds}', '1:99:00', '1:99:00'],
    ['{x|first_item}', 'Designer, Lead', 'Designer'],
    ['{x|last_word}', 'US Dollar - USD', 'USD'],
  ])('%s makes of %s %s', (source, x, filled) => {
    expect(fillTemplate(parseTemplate(source), { x })).toBe(filled);
  });
});
