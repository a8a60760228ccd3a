import { Link } from '@tanstack/react-router';
import { Button } from '../ui/controls/button.js';
import { Clamped, Soft } from '../ui/structure/layout.js';
import type { Column } from '../ui/structure/table.js';
import { Moment } from '../ui/telling/moment.js';
import type { Change } from './change-feed.js';
import { changedMembers, nameOf } from './change-words.js';
import styles from './changes.module.css';

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

const Values = ({ change }: { readonly change: Change }) => {
  const members = changedMembers(change.values, change.modified_properties);
  if (members.length === 0) return null;
  return (
    <ul className={styles.values}>
      {members.slice(0, MOST_MEMBERS).map(({ name, from, to }) => (
        <li key={name}>
          <code>{name}</code>
          {(from !== '' || to !== '') && <Clamped text={`${from} → ${to}`} />}
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

export const changeColumns = (
  names: ReadonlyMap<string, string>,
  showOnly: (id: string) => void,
): Column<Change>[] => [
  { name: 'When', cell: ({ occurred_on }) => <Moment at={occurred_on} /> },
  { name: 'What', cell: ({ topic }) => <code>{topic}</code> },
  { name: 'Record', cell: (change) => <Named change={change} /> },
  {
    name: 'By',
    cell: ({ actor }) =>
      actor === null ? (
        <Soft>the program itself</Soft>
      ) : (
        (names.get(actor.user_id) ?? <Soft>another user</Soft>)
      ),
  },
  { name: 'From what to what', cell: (change) => <Values change={change} /> },
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
