import { memo } from 'react';
import { inHours } from '../hours/hundredths.js';
import { classes } from '../ui/classes.js';
import { Soft } from '../ui/structure/layout.js';
import type { Column } from './grid/columns.js';
import type { CellValue } from './grid/edits.js';
import type { Place } from './grid/selection.js';
import type { PlannedRole } from './role-names.js';
import styles from './hours-grid.module.css';

interface GridRowProps {
  readonly role: PlannedRole;
  readonly row: number;
  readonly columns: readonly Column[];
  readonly valueAt: (place: Place) => CellValue;
  readonly firstChosen: number;
  readonly lastChosen: number;
  /** The column of the cell that the keyboard is at, where that is in this row. */
  readonly head: number | undefined;
  /** What is being typed into that cell. */
  readonly typing?: Typing;
  /** In hundredths. */
  readonly sum: number;
}

interface Typing {
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onLeave: () => void;
}

const Row = ({ role, row, columns, valueAt, firstChosen, lastChosen, head, typing, sum }: GridRowProps) => (
  <tr>
    <th scope="row" className={styles.role} title={`${role.name}, ${role.who}`}>
      <span>
        <bdi>{role.name}</bdi>
      </span>{' '}
      <Soft>
        <bdi>{role.who}</bdi>
      </Soft>
    </th>
    {columns.map(({ key, name, isWeekend }, column) => {
      const { hours, isEdited } = valueAt({ row, column });
      const isHead = head === column;
      const isChosen = column >= firstChosen && column <= lastChosen;
      const look = [isWeekend && styles.weekend, isChosen && styles.chosen, isEdited && styles.edited];
      return (
        <td
          key={key}
          role="gridcell"
          data-row={row}
          data-column={column}
          tabIndex={isHead && !typing ? 0 : -1}
          aria-selected={isChosen}
          className={classes(styles.cell, ...look)}
        >
          {isHead && typing ? (
            <input
              className={styles.input}
              aria-label={`${role.name}, ${name}`}
              inputMode="decimal"
              value={typing.text}
              onChange={({ target }) => typing.onType(target.value)}
              onBlur={typing.onLeave}
              autoFocus
            />
          ) : (
            hours !== 0 && inHours(hours)
          )}
        </td>
      );
    })}
    <td role="gridcell">{inHours(sum)}</td>
  </tr>
);

/** Only what a key changes is drawn anew: a plan may have thousands of cells. */
export const GridRow = memo(Row);
