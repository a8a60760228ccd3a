/** PostgreSQL stores neither NUL nor unpaired surrogates. */
export const isStorableText = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed();

export function isTextOf(value: unknown, least: number, most: number): value is string {
  if (typeof value !== 'string' || value.length > most * 2 || !isStorableText(value)) return false;
  const { length } = [...value];
  return length >= least && length <= most;
}

/** Why {@link isTextOf} is false. */
export const textFault = (value: unknown, least: number, most: number): string =>
  typeof value === 'string' && !isStorableText(value)
    ? 'must not contain NUL or unpaired surrogates'
    : `must be text of ${least} to ${most} characters`;

export const MAX_NAME_LENGTH = 255;
