import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../api/client.js';
import { Soft } from '../ui/structure/layout.js';
import { Moment } from '../ui/telling/moment.js';
import { Mark } from '../ui/telling/note.js';
import styles from './start.module.css';

const SOON_MS = 14 * 24 * 60 * 60 * 1000;

interface AttentionProps {
  readonly tokens: readonly Schemas['AccessTokenResponse'][];
  readonly subscribers: readonly Schemas['WebhookSubscriberResponse'][];
}

interface Matter {
  readonly key: string;
  readonly kind: 'failing' | 'waiting';
  readonly mark: string;
  readonly words: ReactNode;
}

export const Attention = ({ tokens, subscribers }: AttentionProps) => {
  const matters = [...subscribers.flatMap(ofSubscriber), ...tokens.flatMap(ofToken)];
  if (matters.length === 0) return <Soft>Nothing at the moment.</Soft>;
  return (
    <ul className={styles.attention}>
      {matters.map(({ key, kind, mark, words }) => (
        <li key={key}>
          <Mark kind={kind}>{mark}</Mark> {words}
        </li>
      ))}
    </ul>
  );
};

function ofSubscriber({
  id,
  name,
  failures_in_row,
  disabled_reason,
}: Schemas['WebhookSubscriberResponse']): Matter[] {
  const link = (
    <Link to="/webhooks/$id" params={{ id }}>
      {name}
    </Link>
  );
  if (disabled_reason !== null && disabled_reason !== 'requested') {
    return [
      { key: id, kind: 'failing', mark: 'Disabled', words: <>The webhook {link} gets nothing any more.</> },
    ];
  }
  if (failures_in_row === 0) return [];
  const attempts = failures_in_row === 1 ? 'The last attempt' : `${failures_in_row} attempts in a row`;
  return [
    {
      key: id,
      kind: 'failing',
      mark: 'Failing',
      words: (
        <>
          {attempts} to reach {link} failed.
        </>
      ),
    },
  ];
}

function ofToken({ id, name, expires_date, revoked_date }: Schemas['AccessTokenResponse']): Matter[] {
  if (expires_date === null || revoked_date !== null) return [];
  const left = Date.parse(expires_date) - Date.now();
  if (left < 0 || left > SOON_MS) return [];
  const words = (
    <>
      The token <Link to="/tokens">{name}</Link> is refused <Moment at={expires_date} />.
    </>
  );
  return [{ key: id, kind: 'waiting', mark: 'Ends soon', words }];
}
