/** NUL cannot be stored, and an unpaired surrogate is no character. */
export const isStorableText = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed();

/** Whether it is text of so many characters (code points), as it is stored: trimmed. What is far too long is not looked through. */
export function isTextOf(value: unknown, least: number, most: number): value is string {
  if (typeof value !== 'string' || value.length > most * 2 || !isStorableText(value)) return false;
  const { length } = [...value];
  return length >= least && length <= most;
}

export const textFault = (least: number, most: number): string =>
  `must be text of ${least} to ${most} characters without NUL or unpaired surrogates`;

/** Characters of a name at most. */
export const MOST_OF_NAME = 255;
