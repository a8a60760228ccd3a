/** Hours as whole hundredths, so that sums are exact. */
export const hundredthsOf = (hours: number): number => Math.round(hours * 100);

export const hoursOf = (hundredths: number): number => hundredths / 100;

/** Of many hours, exact. */
export const sumOfHours = (hours: readonly number[]): number =>
  hoursOf(hours.reduce((sum, each) => sum + hundredthsOf(each), 0));

/** What a person types or pastes. Undefined: not a number of hours with at most two decimals. */
export function hundredthsFrom(text: string, locale?: string): number | undefined {
  const { decimal, group } = separatorsOf(locale);
  const plain = text
    .replaceAll(/[\s\u00a0\u202f]/g, '')
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replaceAll(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0));
  if (plain === '') return 0;
  const read = (separator: string): RegExpExecArray | null =>
    new RegExp(`^(\\d{1,9})(?:${escaped(separator)}(\\d{0,2}))?$`).exec(plain);
  const grouped = new RegExp(`^\\d{1,3}(${escaped(group)}\\d{3})+(${escaped(decimal)}\\d{0,2})?$`);
  if (group.trim() !== '' && grouped.test(plain)) return hundredthsFrom(plain.replaceAll(group, ''), locale);
  // A point is taken for the decimal sign where the locale's own is another, as in what other programs copy.
  const parts = read(decimal) ?? read('.');
  if (!parts) return undefined;
  const [, whole = '', fraction = ''] = parts;
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

const formats = new Map<string, Intl.NumberFormat>();

/** To make one takes longer than to use it, and a plan has thousands of cells. */
function formatOf(locale: string | undefined, useGrouping: boolean): Intl.NumberFormat {
  const key = `${locale} ${useGrouping}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping });
  formats.set(key, format);
  return format;
}

export const inHours = (hundredths: number, locale?: string): string =>
  formatOf(locale, true).format(hoursOf(hundredths));

/** Of hours as the API has them. */
export const wordsOfHours = (hours: number): string => inHours(hundredthsOf(hours));

/** As {@link hundredthsFrom} takes it back: without groups of thousands. */
export const typedHours = (hundredths: number, locale?: string): string =>
  formatOf(locale, false).format(hoursOf(hundredths));

function separatorsOf(locale: string | undefined): { readonly decimal: string; readonly group: string } {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.5);
  const of = (type: string, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  return { decimal: of('decimal', '.'), group: of('group', ',') };
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
