import { invalid } from '../errors/index.js';

type Days<End extends string> = { readonly [Name in 'start_date' | End]?: string | null | undefined };

/** The fault names the day that was sent. */
export function endMustNotBeBeforeStart<End extends string>(
  end: End,
  { start_date: first, [end]: last }: Days<End>,
  sent: Days<End>,
  which = '',
): void {
  if (!first || !last || last >= first) return;
  throw sent[end] === undefined
    ? invalid({ start_date: [`must not be after ${end}, ${which}${last}`] })
    : invalid({ [end]: [`must not be before start_date, ${which}${first}`] });
}
