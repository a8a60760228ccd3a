import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../api/client.js';
import { nearEndOf } from '../tokens/token-state.js';
import { Soft } from '../ui/structure/layout.js';
import { Moment } from '../ui/telling/moment.js';
import { Lacking, Mark } from '../ui/telling/note.js';
import styles from './start.module.css';

type Token = Schemas['AccessTokenResponse'];
type Subscriber = Schemas['WebhookSubscriberResponse'];

interface Asked<Item> {
  /** Undefined: not there yet. */
  readonly items: readonly Item[] | undefined;
  /** Whether this is what there is now. */
  readonly isSuccess: boolean;
}

interface AttentionProps {
  /** Null: the user has no right to ask. */
  readonly tokens: Asked<Token> | null;
  readonly subscribers: Asked<Subscriber> | null;
}

interface Matter {
  readonly key: string;
  readonly kind: 'failing' | 'waiting';
  readonly mark: string;
  readonly words: ReactNode;
}

const MOST = 5;

export const Attention = ({ tokens, subscribers }: AttentionProps) => {
  const failing = (subscribers?.items ?? []).flatMap(ofSubscriber);
  const ending = ofTokens(tokens?.items ?? []);
  const matters = [...failing.slice(0, MOST), ...ending.slice(0, MOST)];
  const asked = [tokens, subscribers].filter((one) => one !== null);
  const isQuiet = matters.length === 0 && asked.length > 0 && asked.every(({ isSuccess }) => isSuccess);
  return (
    <>
      {isQuiet && <Soft>Nothing at the moment.</Soft>}
      {matters.length > 0 && (
        <ul className={styles.attention}>
          {matters.map(({ key, kind, mark, words }) => (
            <li key={key}>
              <Mark kind={kind}>{mark}</Mark> {words}
            </li>
          ))}
          {failing.length > MOST && (
            <li>
              {failing.length - MOST} more of the <Link to="/webhooks">webhooks</Link> fail or are disabled.
            </li>
          )}
          {ending.length > MOST && (
            <li>
              {ending.length - MOST} more of the <Link to="/tokens">tokens</Link> end soon.
            </li>
          )}
        </ul>
      )}
      {!subscribers && <Lacking scope="webhooks:read" what="Seeing which webhooks fail" />}
      {!tokens && <Lacking scope="admin" what="Seeing which tokens end soon" />}
    </>
  );
};

function ofSubscriber({ id, name, failures_in_row, disabled_reason }: Subscriber): Matter[] {
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

/** What ends next comes first. */
function ofTokens(tokens: readonly Token[]): Matter[] {
  const ends = tokens.flatMap((token) => {
    const end = nearEndOf(token, new Date());
    return end === null ? [] : { ...token, ...end };
  });
  return ends
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map(({ id, name, at, isOfUnused }) => ({
      key: id,
      kind: 'waiting',
      mark: 'Ends soon',
      words: (
        <>
          The token <Link to="/tokens">{name}</Link> is refused <Moment at={at} />
          {isOfUnused && ' unless it is used before'}.
        </>
      ),
    }));
}
