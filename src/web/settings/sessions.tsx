import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { postToSession, tellTabs } from '../connection/session.js';
import { useHasPasswords } from '../signing-in/sign-in-ways.js';
import { useAction } from '../ui/actions/action.js';
import { Button } from '../ui/controls/button.js';
import { Row, Section, Soft } from '../ui/structure/layout.js';
import { Table, type Column } from '../ui/structure/table.js';
import { Moment } from '../ui/telling/moment.js';
import { Mark, ProblemNote } from '../ui/telling/note.js';
import { deviceName } from './device-name.js';
import { PasswordChangeDialog } from './password-change-dialog.js';

interface Session {
  readonly id: string;
  readonly device: string;
  readonly address: string;
  readonly signed_in_date: string;
  readonly last_used_date: string;
  readonly is_current: boolean;
}

const columns: Column<Session>[] = [
  { name: 'Device', cell: ({ device }) => <span title={device}>{deviceName(device)}</span> },
  { name: 'Address', cell: ({ address }) => address },
  { name: 'Signed in', cell: ({ signed_in_date }) => <Moment at={signed_in_date} /> },
  { name: 'Last used', cell: ({ last_used_date }) => <Moment at={last_used_date} /> },
  {
    name: 'Which',
    cell: ({ is_current }) => (is_current ? <Mark kind="good">This one</Mark> : <Soft>Another</Soft>),
  },
];

export const Sessions = () => {
  const [isChanging, setChanging] = useState(false);
  const byPassword = useHasPasswords();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: () => postToSession<{ sessions: Session[] }>('list'),
  });
  const out = useAction(
    () => postToSession('end-everywhere'),
    () => {
      tellTabs('signed-out');
      return 'You are signed out everywhere.';
    },
  );
  return (
    <>
      <Section
        title="Where you are signed in"
        actions={
          <Button isGrave isPending={out.isRunning} onPress={() => void out.run(undefined)}>
            Sign out everywhere
          </Button>
        }
      >
        <ProblemNote error={sessions.error ?? out.problem} />
        {sessions.data && (
          <Table
            caption="Where you are signed in"
            columns={columns}
            items={sessions.data.sessions}
            keyOf={({ id }) => id}
          />
        )}
      </Section>
      {byPassword && (
        <Section title="Your password">
          <Row>
            <Button onPress={() => setChanging(true)}>Change the password</Button>
          </Row>
        </Section>
      )}
      {isChanging && <PasswordChangeDialog onClose={() => setChanging(false)} />}
    </>
  );
};
