/**
 * How long a receiver asks to be left alone, in seconds: `Retry-After` as a number or as an HTTP date (RFC 9110,
 * 10.2.3). What is longer than `most` counts as that; what cannot be read, or is past, as nothing.
 */
export function secondsUntilRetry(header: string | null, now: Date, most: number): number {
  const text = header?.trim() ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : secondsUntil(text, now);
  return Math.min(Math.max(seconds, 0), most);
}

function secondsUntil(text: string, now: Date): number {
  // Date.parse takes much for a date that is none, such as "-5".
  const isDate = /^[A-Z][a-z]+,? /.test(text);
  // The oldest form ends with the year and names no zone; like the others it is UTC.
  const moment = isDate ? Date.parse(/ \d{4}$/.test(text) ? `${text} GMT` : text) : NaN;
  return Number.isNaN(moment) ? 0 : Math.ceil((moment - now.getTime()) / 1000);
}
