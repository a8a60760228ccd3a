export type Filter = (text: string) => string;

const filters: Readonly<Record<string, (argument: string | undefined) => Filter>> = {
  lower: () => (text) => text.toLowerCase(),
  upper: () => (text) => text.toUpperCase(),
  slug:
    (separator = '-') =>
    (text) =>
      slug(text, separator),
  first_word: () => (text) => text.split(/\s+/)[0] ?? '',
  other_words: () => (text) => text.split(/\s+/).slice(1).join(' '),
};

export const filterNames = Object.keys(filters);

export function findFilter(name: string, argument: string | undefined): Filter | undefined {
  return Object.hasOwn(filters, name) ? filters[name]?.(argument) : undefined;
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
