export const dateTokens = ['YYYY', 'MM', 'DD'] as const;

/** Reads a day written as `format` says and gives it as YYYY-MM-DD, or undefined when there is no such day. */
export function readCalendarDate(text: string, format: string): string | undefined {
  const pattern = dateTokens.reduce(
    (source, token) => source.replace(token, `(?<${token}>\\d{${token.length}})`),
    format.replace(/[.*+?^$()[\]\\|{}]/g, '\\$&'),
  );
  const parts = new RegExp(`^${pattern}$`).exec(text)?.groups;
  if (!parts) return undefined;
  const day = `${parts['YYYY']}-${parts['MM']}-${parts['DD']}`;
  const instant = new Date(`${day}T00:00:00Z`);
  // The 30th of February would be read as a day in March.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day) ? day : undefined;
}
