const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const MOST_DAYS = 14;

/** Such as "in 3 days" or "12 minutes ago". Null: so far away that its date says more. */
export function relativeTime(at: Date, now: Date, isToTheHour = false): string | null {
  const difference = at.getTime() - now.getTime();
  if (isToTheHour && Math.abs(difference) < 3_600_000) return words.format(0, 'hour');
  if (Math.abs(difference) < 60_000) return difference > 0 ? 'in a moment' : 'just now';
  const [unit, size] = units.find(([, ms]) => Math.abs(difference) >= ms) ?? units[2];
  if (unit === 'day' && Math.abs(difference) > MOST_DAYS * size) return null;
  return words.format(Math.trunc(difference / size), unit);
}
