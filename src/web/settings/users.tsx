import { useState } from 'react';
import type { Schemas } from '../api/client.js';
import { useMay } from '../api/rights.js';
import { useUsers } from '../api/whole-lists.js';
import { useHasPasswords, useSignInWays } from '../signing-in/sign-in-ways.js';
import { Button } from '../ui/controls/button.js';
import { Check } from '../ui/controls/field.js';
import { Row, Section, Soft } from '../ui/structure/layout.js';
import { LongTable } from '../ui/structure/long-table.js';
import type { Column } from '../ui/structure/table.js';
import { Lacking, Mark, ProblemNote } from '../ui/telling/note.js';
import { LinkDialog } from './link-dialog.js';
import { UserDialog } from './user-dialog.js';

type User = Schemas['UserResponse'];

interface Opened {
  readonly dialog: 'edit' | 'link';
  readonly user?: User;
}

const rightsOf = ({ type, is_administrator, scopes }: User): string => {
  if (type === 'service') return 'what each of its tokens says';
  if (is_administrator) return 'everything';
  return scopes.length === 0 ? 'nothing' : scopes.join(', ');
};

const columnsFor = (open: (opened: Opened) => void, hasLinks: boolean): Column<User>[] => [
  { name: 'Address', cell: ({ email_address }) => <strong>{email_address}</strong> },
  { name: 'Is a', cell: ({ type, is_administrator }) => (is_administrator ? 'administrator' : type) },
  { name: 'May', cell: (user) => <code>{rightsOf(user)}</code> },
  {
    name: 'State',
    cell: ({ is_archived }) =>
      is_archived ? <Mark kind="off">Archived</Mark> : <Mark kind="good">Active</Mark>,
  },
  {
    name: '',
    cell: (user) => (
      <>
        {hasLinks && user.type === 'person' && !user.is_archived && (
          <Button
            weight="quiet"
            onPress={() => open({ dialog: 'link', user })}
            aria-label={`Link for ${user.email_address}`}
          >
            Link
          </Button>
        )}
        <Button
          weight="quiet"
          onPress={() => open({ dialog: 'edit', user })}
          aria-label={`Change ${user.email_address}`}
        >
          Change
        </Button>
      </>
    ),
  },
];

export const Users = () => {
  const isAdministrator = useMay('admin');
  const users = useUsers({ enabled: isAdministrator });
  const hasLinks = useHasPasswords();
  const [showsArchived, setShowsArchived] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const all = users.data ?? [];
  const shown = all.filter(({ is_archived }) => showsArchived || !is_archived);
  const close = () => setOpened(null);
  if (!isAdministrator) return <Lacking scope="admin" what="Seeing and changing users" />;
  return (
    <Section
      title="Users"
      actions={
        <Button weight="main" onPress={() => setOpened({ dialog: 'edit' })}>
          Add a user
        </Button>
      }
    >
      <HowTheyComeIn />
      <ProblemNote error={users.error} />
      <LongTable
        caption="Users"
        columns={columnsFor(setOpened, hasLinks)}
        items={shown}
        keyOf={({ id }) => id}
        textOf={(user) => [user.email_address, user.type, rightsOf(user)].join(' ')}
      />
      {all.some(({ is_archived }) => is_archived) && (
        <Row>
          <Check isSelected={showsArchived} onChange={setShowsArchived}>
            Show archived ones
          </Check>
        </Row>
      )}
      {opened?.dialog === 'edit' && (
        <UserDialog
          user={opened.user ?? null}
          onClose={close}
          onAdded={(user) => setOpened(hasLinks && user.type === 'person' ? { dialog: 'link', user } : null)}
        />
      )}
      {opened?.dialog === 'link' && opened.user && <LinkDialog user={opened.user} onClose={close} />}
    </Section>
  );
};

const HowTheyComeIn = () => {
  const signInWays = useSignInWays();
  if (signInWays?.ways.includes('password')) {
    return <Soft>Nobody is written to: give each person the link with which they set their password.</Soft>;
  }
  if (!signInWays?.provider) return null;
  return <Soft>Nobody is written to: each person signs in with {signInWays.provider}.</Soft>;
};
