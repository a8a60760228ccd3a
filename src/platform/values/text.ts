/** PostgreSQL stores neither NUL nor unpaired surrogates. */
export const isStorableText = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed();

export function isTextOf(value: unknown, least: number, most: number): value is string {
  if (typeof value !== 'string' || value.length > most * 2 || !isStorableText(value)) return false;
  const { length } = [...value];
  return length >= least && length <= most;
}

export const textFault = (least: number, most: number): string =>
  `must be text of ${least} to ${most} characters without NUL or unpaired surrogates`;

export const MAX_NAME_LENGTH = 255;
