const ARABIC = [...'٠١٢٣٤٥٦٧٨٩'];
const PERSIAN = [...'۰۱۲۳۴۵۶۷۸۹'];

/**
 * What a person types or pastes, as how many of the last of so many decimals it is. Undefined: no such number.
 * @param locale default: that of the browser
 */
export function unitsFrom(text: string, decimals: number, locale?: string): number | undefined {
  const { decimal, group } = separatorsOf(locale);
  const digits = [digitsOf(locale), ARABIC, PERSIAN];
  const plain = text
    .replaceAll(/[\s\u00a0\u202f]/g, '')
    .replaceAll(/\p{Nd}/gu, (digit) =>
      String(digits.find((ten) => ten.includes(digit))?.indexOf(digit) ?? digit),
    );
  const fraction = `\\d{0,${decimals}}`;
  const read = (separator: string): RegExpExecArray | null =>
    new RegExp(`^(\\d{1,9})(?:${escaped(separator)}(${fraction}))?$`).exec(plain);
  const grouped = new RegExp(`^[1-9]\\d{0,2}(${escaped(group)}\\d{3})+(${escaped(decimal)}${fraction})?$`);
  if (group.trim() !== '' && grouped.test(plain)) {
    return unitsFrom(plain.replaceAll(group, ''), decimals, locale);
  }
  // A point is taken for the decimal sign where the locale's own is another, as in what other programs copy.
  const parts = read(decimal) ?? read('.');
  if (!parts) return undefined;
  const [, whole = '', rest = ''] = parts;
  return Number(whole + rest.padEnd(decimals, '0'));
}

export function decimalFrom(text: string, decimals: number, locale?: string): number | undefined {
  const units = unitsFrom(text, decimals, locale);
  return units === undefined ? undefined : units / 10 ** decimals;
}

const formats = new Map<string, Intl.NumberFormat>();

/** To make one takes longer than to use it, and a plan has thousands of cells. */
export function decimalFormat(
  locale: string | undefined,
  maximumFractionDigits: number,
  useGrouping: boolean,
): Intl.NumberFormat {
  const key = `${locale} ${maximumFractionDigits} ${useGrouping}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { maximumFractionDigits, useGrouping });
  formats.set(key, format);
  return format;
}

/** As {@link decimalFrom} takes it back: without groups of thousands. */
export const typedDecimal = (value: number, decimals: number, locale?: string): string =>
  decimalFormat(locale, decimals, false).format(value);

function separatorsOf(locale: string | undefined): { readonly decimal: string; readonly group: string } {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.5);
  const of = (type: string, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  return { decimal: of('decimal', '.'), group: of('group', ',') };
}

const digitsOf = (locale: string | undefined): string[] =>
  [...decimalFormat(locale, 0, false).format(9_876_543_210)].toReversed();

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
