/** `Retry-After` (RFC 9110, 10.2.3) in seconds, at most `max`; 0 for what is past or invalid. */
export function secondsUntilRetry(header: string | null, now: Date, max: number): number {
  const text = header?.trim() ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : secondsUntil(text, now);
  return Math.min(Math.max(seconds, 0), max);
}

function secondsUntil(text: string, now: Date): number {
  // Date.parse accepts much that is not an HTTP date, such as "-5".
  const isDate = /^[A-Z][a-z]+,? /.test(text);
  // The asctime form ends with the year and names no zone; it is UTC too.
  const moment = isDate ? Date.parse(/ \d{4}$/.test(text) ? `${text} GMT` : text) : NaN;
  return Number.isNaN(moment) ? 0 : Math.ceil((moment - now.getTime()) / 1000);
}
