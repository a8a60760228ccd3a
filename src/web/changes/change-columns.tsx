import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { mayDo } from '../api/may-do.js';
import { Button } from '../ui/controls/button.js';
import { Clamped, Soft } from '../ui/structure/layout.js';
import type { Column } from '../ui/structure/table.js';
import { Moment } from '../ui/telling/moment.js';
import type { Change } from './change-feed.js';
import { changedMembers, nameOf, scopeOfValues } from './change-words.js';
import styles from './changes.module.css';

/** By id. */
interface Names {
  /** E-mail addresses. */
  readonly users: ReadonlyMap<string, string>;
  readonly tokens: ReadonlyMap<string, string>;
}

const Named = ({ change: { resource, record } }: { readonly change: Change }) => {
  const name = nameOf(record) ?? resource.type;
  if (resource.type !== 'project') return name;
  return (
    <Link to="/projects/$id" params={{ id: resource.id }}>
      {name}
    </Link>
  );
};

const MOST_MEMBERS = 5;

interface ValuesProps {
  readonly change: Change;
  /** What the user may do. */
  readonly scopes: readonly string[];
}

const Values = ({ change, scopes }: ValuesProps) => {
  const members = changedMembers(change.values, change.modified_properties);
  if (members.length === 0) return null;
  return (
    <ul className={styles.values}>
      {members.slice(0, MOST_MEMBERS).map(({ name, from, to }) => (
        <li key={name}>
          <code>{name}</code>
          <Hidden scope={scopeOfValues.get(name)} scopes={scopes} />
          {(from !== '' || to !== '') && (
            <Clamped text={`${from} → ${to}`}>
              <bdi>{from}</bdi> → <bdi>{to}</bdi>
            </Clamped>
          )}
        </li>
      ))}
      {members.length > MOST_MEMBERS && (
        <li>
          <Soft>and {members.length - MOST_MEMBERS} more</Soft>
        </li>
      )}
    </ul>
  );
};

interface HiddenProps {
  /** That the values need. */
  readonly scope: string | undefined;
  readonly scopes: readonly string[];
}

const Hidden = ({ scope, scopes }: HiddenProps) =>
  scope !== undefined &&
  !mayDo(scopes, scope) && (
    <Soft>
      hidden without <code>{scope}</code>
    </Soft>
  );

/** `projectoffering.modified`: broken, where it must be, behind the record. */
const Topic = ({ topic }: { readonly topic: string }) => (
  <code>
    {topic.split('.').map((part, index) => (
      <Fragment key={part}>
        {index > 0 && (
          <>
            .<wbr />
          </>
        )}
        <span className={styles.together}>{part}</span>
      </Fragment>
    ))}
  </code>
);

/** Who may have several tokens is told apart by the one that was used. */
const By = ({ change: { actor }, users, tokens }: Names & { readonly change: Change }) => {
  if (actor === null) return <Soft>the program itself</Soft>;
  const token = tokens.get(actor.access_token_id ?? '');
  return (
    <div className={styles.by}>
      {users.get(actor.user_id) ?? <Soft>another user</Soft>}
      {token !== undefined && <Clamped text={token} />}
    </div>
  );
};

interface ColumnsOptions {
  readonly names: Names;
  readonly scopes: readonly string[];
  readonly showOnly: (id: string) => void;
}

export const changeColumns = ({ names, scopes, showOnly }: ColumnsOptions): Column<Change>[] => [
  { name: 'When', cell: ({ occurred_on }) => <Moment at={occurred_on} /> },
  { name: 'What', cell: ({ topic }) => <Topic topic={topic} /> },
  { name: 'Record', cell: (change) => <Named change={change} /> },
  { name: 'By', cell: (change) => <By change={change} {...names} /> },
  { name: 'From what to what', cell: (change) => <Values change={change} scopes={scopes} /> },
  {
    name: '',
    cell: (change) => (
      <Button
        weight="quiet"
        onPress={() => showOnly(change.resource.id)}
        aria-label={`Only this one: ${nameOf(change.record) ?? change.resource.type}`}
      >
        Only this one
      </Button>
    ),
  },
];
