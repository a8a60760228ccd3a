const longestBackoffMs = 30_000;

/** Milliseconds; doubles with every failure, half of it random, so that workers spread. */
export function backoffMs(failures: number): number {
  const most = Math.min(longestBackoffMs, 500 * 2 ** failures);
  return most / 2 + Math.random() * (most / 2);
}

/** Milliseconds. */
export function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Math.max(Number(header) * 1000, 50);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(date - Date.now(), 50);
}
