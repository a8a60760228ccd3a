export const dateTokens = ['YYYY', 'MM', 'DD'] as const;

/** @returns YYYY-MM-DD, or undefined for an invalid day */
export function readCalendarDate(text: string, format: string): string | undefined {
  const pattern = dateTokens.reduce(
    (source, token) => source.replace(token, `(?<${token}>\\d{${token.length}})`),
    format.replace(/[.*+?^$()[\]\\|{}]/g, '\\$&'),
  );
  const parts = new RegExp(`^${pattern}$`).exec(text)?.groups;
  if (!parts) return undefined;
  const day = `${parts['YYYY']}-${parts['MM']}-${parts['DD']}`;
  const instant = new Date(`${day}T00:00:00Z`);
  // February 30 would be read as a day in March.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day) ? day : undefined;
}
