import { useState } from 'react';
import { inHours } from '../hours/hundredths.js';
import { useAction } from '../ui/actions/action.js';
import { useDraft } from '../ui/actions/draft.js';
import { Button } from '../ui/controls/button.js';
import { ProblemNote, tell } from '../ui/telling/note.js';
import { Conflicts } from './conflicts.js';
import { MOST_A_DAY, spread, type Column } from './grid/columns.js';
import {
  editOf,
  editsFrom,
  inverseOf,
  keyOf,
  listOf,
  withLacking,
  withoutSaved,
  withWanted,
  type CellValue,
  type Conflict,
  type EditedDay,
  type Edits,
  type Plan,
  type WantedDay,
} from './grid/edits.js';
import type { Place as Cell } from './grid/selection.js';
import { HoursGrid, type Filled } from './hours-grid.js';
import type { PlannedRole } from './role-names.js';
import { savePlan, type Place } from './save-plan.js';

interface PlanEditorProps {
  readonly place: Place;
  readonly roles: readonly PlannedRole[];
  readonly columns: readonly Column[];
  /** Undefined: not known yet. */
  readonly plan: Plan | undefined;
  readonly isReadOnly: boolean;
}

const wordsOfDays = ({ length }: readonly EditedDay[]): string =>
  length === 1 ? 'one day' : `${length} days`;

export const PlanEditor = ({ place, roles, columns, plan, isReadOnly }: PlanEditorProps) => {
  const [{ edits }, change, forget] = useDraft<{ edits: Edits }>(`plan ${place.project_offering_id}`, {
    edits: {},
  });
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const [saved, setSaved] = useState<readonly EditedDay[]>([]);
  const setEdits = (next: (before: Edits) => Edits) => change((before) => ({ edits: next(before.edits) }));
  const list = listOf(edits);

  const save = useAction(
    (sent: readonly EditedDay[]) => savePlan(place, sent),
    ({ saved: written, conflicts: found }, sent) => {
      setConflicts(found);
      // What was to be taken back stands beside what somebody has made of it.
      setEdits((before) => withoutSaved(found.length > 0 ? withLacking(before, sent) : before, written));
      if (written.length === 0) return undefined;
      setSaved(written);
      return `Saved: ${wordsOfDays(written)} of the plan.`;
    },
  );
  const run = async (sent: readonly EditedDay[]): Promise<void> => {
    // Where nothing was saved, what was set back meanwhile is no edit.
    if (!(await save.run(sent))) setEdits((before) => editsFrom(listOf(before)));
  };

  const valueAt = ({ row, column }: Cell): CellValue => {
    const id = roles[row]?.id ?? '';
    let [hours, isEdited] = [0, false];
    for (const day of columns[column]?.days ?? []) {
      const edit = editOf(edits, id, day);
      hours += edit?.hours ?? plan?.get(keyOf(id, day)) ?? 0;
      isEdited ||= edit !== undefined;
    }
    return { hours, isEdited };
  };
  const fill = (cells: readonly Filled[]): void => {
    const wanted: WantedDay[] = [];
    for (const { row, column, hundredths } of cells) {
      const [role, shown] = [roles[row], columns[column]];
      if (!role || !shown || hundredths === valueAt({ row, column }).hours) continue;
      const days = spread(hundredths, shown);
      if (!days) {
        tell(
          `Nothing was filled in: a day has at most ${inHours(MOST_A_DAY)} hours, and a week five such days.`,
        );
        return;
      }
      for (const [day, hours] of days) wanted.push({ role: role.id, day, hours });
    }
    setEdits((before) => withWanted(before, wanted, plan ?? new Map(), save.isRunning));
  };
  const discard = (): void => {
    setConflicts([]);
    forget();
  };
  const settle = (settled: readonly Conflict[], isMine: boolean): void => {
    const keys = new Set(settled.map(({ role, day }) => keyOf(role, day)));
    setEdits((before) =>
      editsFrom(
        listOf(before).flatMap((edit) => {
          const conflict = settled.find(({ role, day }) => role === edit.role && day === edit.day);
          if (!conflict) return edit;
          return isMine && conflict.present !== undefined ? { ...edit, seen: conflict.present } : [];
        }),
      ),
    );
    setConflicts(conflicts.filter(({ role, day }) => !keys.has(keyOf(role, day))));
  };

  return (
    <>
      <ProblemNote error={save.problem} />
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} roles={roles} onSettle={settle} />}
      <HoursGrid
        roles={roles}
        columns={columns}
        valueAt={valueAt}
        actions={(isTyping) => (
          <>
            <Button
              weight="main"
              isDisabled={(list.length === 0 && !isTyping) || conflicts.length > 0}
              isPending={save.isRunning}
              onPress={() => void run(list)}
            >
              Save the plan
            </Button>
            <Button isDisabled={list.length === 0 || save.isRunning} onPress={discard}>
              Discard
            </Button>
            <Button
              isDisabled={saved.length === 0 || list.length > 0}
              isPending={save.isRunning}
              onPress={() => void run(listOf(inverseOf(saved)))}
            >
              Undo the last save
            </Button>
          </>
        )}
        note={list.length === 0 ? '' : `Not saved yet: ${wordsOfDays(list)}.`}
        onFill={fill}
        isReadOnly={isReadOnly}
        isKnown={plan !== undefined}
      />
    </>
  );
};
