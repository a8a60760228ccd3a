export type Filter = (text: string) => string;

const filters: Readonly<Record<string, (argument: string | undefined) => Filter>> = {
  lower: () => (text) => text.toLowerCase(),
  upper: () => (text) => text.toUpperCase(),
  slug:
    (separator = '-') =>
    (text) =>
      slug(text, separator),
  first_word: () => (text) => text.split(/\s+/)[0] ?? '',
  last_word: () => (text) => text.split(/\s+/).at(-1) ?? '',
  first_item: () => (text) => (text.split(',')[0] ?? '').trim(),
  decimal: () => decimal,
  seconds: () => seconds,
  other_words: () => (text) => text.split(/\s+/).slice(1).join(' '),
};

export const filterNames = Object.keys(filters);

export function findFilter(name: string, argument: string | undefined): Filter | undefined {
  return Object.hasOwn(filters, name) ? filters[name]?.(argument) : undefined;
}

/** Also 1.234,50 and 1,234.50: the last of both signs is that of the decimals, and so is a single one. */
function decimal(text: string): string {
  const last = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'));
  if (last < 0) return text;
  return `${text.slice(0, last).replace(/[.,'\s]/g, '')}.${text.slice(last + 1)}`;
}

/** Of 1:02:03 or 62:03; other text stays as it is, to be refused as no number. */
function seconds(text: string): string {
  if (!/^\d+(:[0-5]?\d){1,2}$/.test(text)) return text;
  return String(text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0));
}

/** ASCII, for e-mail addresses. */
function slug(text: string, separator: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join(separator) ?? '';
}
