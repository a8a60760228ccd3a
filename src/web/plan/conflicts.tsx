import { inHours } from '../hours/hundredths.js';
import { longDay } from '../hours/weeks.js';
import { Button } from '../ui/controls/button.js';
import { Clamped, Row, Stack, Together } from '../ui/structure/layout.js';
import { Table, type Column } from '../ui/structure/table.js';
import { Warning } from '../ui/telling/note.js';
import type { Conflict } from './grid/edits.js';
import type { PlannedRole } from './role-names.js';

interface ConflictsProps {
  readonly conflicts: readonly Conflict[];
  readonly roles: readonly PlannedRole[];
  readonly onSettle: (conflicts: readonly Conflict[], isMine: boolean) => void;
}

/** Both values of each day that somebody else has changed meanwhile: the user decides. */
export const Conflicts = ({ conflicts, roles, onSettle }: ConflictsProps) => {
  const nameOf = ({ role }: Conflict): string => {
    const found = roles.find(({ id }) => id === role);
    return found ? `${found.name}, ${found.who}` : 'A role that is not there any more';
  };
  const columns: Column<Conflict>[] = [
    { name: 'Role', cell: (conflict) => <Clamped text={nameOf(conflict)} /> },
    { name: 'Day', cell: ({ day }) => <Together>{longDay(day)}</Together> },
    { name: 'Before', cell: ({ seen }) => inHours(seen), isNumber: true },
    { name: 'Yours', cell: ({ hours }) => inHours(hours), isNumber: true },
    {
      name: 'Now',
      cell: ({ present }) => (present === undefined ? 'The role is gone' : inHours(present)),
      isNumber: true,
    },
    {
      name: '',
      cell: (conflict) => (
        <>
          {conflict.present !== undefined && (
            <Button
              weight="quiet"
              onPress={() => onSettle([conflict], true)}
              aria-label={`Keep mine of ${longDay(conflict.day)}, ${nameOf(conflict)}`}
            >
              Keep mine
            </Button>
          )}
          <Button
            weight="quiet"
            onPress={() => onSettle([conflict], false)}
            aria-label={`Take the other of ${longDay(conflict.day)}, ${nameOf(conflict)}`}
          >
            Take the other
          </Button>
        </>
      ),
    },
  ];
  return (
    <div role="alert">
      <Warning>
        <Stack>
          <p>Not saved: somebody else has changed these days since you saw them.</p>
          <Table
            caption="Days that somebody else has changed"
            columns={columns}
            items={conflicts}
            keyOf={({ role, day }) => `${role} ${day}`}
          />
          <Row>
            <Button onPress={() => onSettle(conflicts, true)}>Keep all of mine</Button>
            <Button onPress={() => onSettle(conflicts, false)}>Take all of the others</Button>
          </Row>
        </Stack>
      </Warning>
    </div>
  );
};
