import { relativeTime } from './relative-time.js';

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

interface MomentProps {
  readonly at: string | null | undefined;
  /** What is said where there is none. */
  readonly otherwise?: string;
  /** Whether nobody knows more than the hour in which it was. */
  readonly isToTheHour?: boolean;
}

/** How long ago, with the moment itself when it is pointed at. */
export const Moment = ({ at, otherwise = 'never', isToTheHour = false }: MomentProps) =>
  at === null || at === undefined ? (
    otherwise
  ) : (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {relativeTime(new Date(at), new Date(), isToTheHour) ?? exact.format(new Date(at))}
    </time>
  );
