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
  readonly isChosen: (place: Place) => boolean;
  readonly head: Place;
  /** What is being typed into the cell at the head. */
  readonly typed: string | null;
  readonly onType: (text: string) => void;
  readonly onLeave: () => void;
  readonly sum: string;
}

export const GridRow = ({
  role,
  row,
  columns,
  valueAt,
  isChosen,
  head,
  typed,
  onType,
  onLeave,
  sum,
}: GridRowProps) => (
  <tr>
    <th scope="row" className={styles.role} title={`${role.name}, ${role.who}`}>
      <span>{role.name}</span> <Soft>{role.who}</Soft>
    </th>
    {columns.map(({ key, name, isWeekend }, column) => {
      const { hours, isEdited } = valueAt({ row, column });
      const isHead = head.row === row && head.column === column;
      const isTyping = isHead && typed !== null;
      const look = [
        isWeekend && styles.weekend,
        isChosen({ row, column }) && styles.chosen,
        isEdited && styles.edited,
      ];
      return (
        <td
          key={key}
          role="gridcell"
          data-row={row}
          data-column={column}
          tabIndex={isHead && !isTyping ? 0 : -1}
          aria-selected={isChosen({ row, column })}
          className={classes(styles.cell, ...look)}
        >
          {isTyping ? (
            <input
              className={styles.input}
              aria-label={`${role.name}, ${name}`}
              inputMode="decimal"
              value={typed}
              onChange={({ target }) => onType(target.value)}
              onBlur={onLeave}
              autoFocus
            />
          ) : (
            hours !== 0 && inHours(hours)
          )}
        </td>
      );
    })}
    <td role="gridcell">{sum}</td>
  </tr>
);
