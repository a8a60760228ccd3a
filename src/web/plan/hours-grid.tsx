import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { hundredthsFrom, inHours, typedHours } from '../hours/hundredths.js';
import { Button } from '../ui/controls/button.js';
import { Row, Soft } from '../ui/structure/layout.js';
import { tell } from '../ui/telling/note.js';
import type { Column } from './grid/columns.js';
import type { CellValue } from './grid/edits.js';
import { at, isWithin, moved, nextByTab, placesOf, rangeOf, type Place } from './grid/selection.js';
import { fromTsv, toTsv } from './grid/tsv.js';
import { GridRow } from './grid-row.js';
import type { PlannedRole } from './role-names.js';
import styles from './hours-grid.module.css';

export interface Filled extends Place {
  readonly hundredths: number;
}

interface HoursGridProps {
  readonly roles: readonly PlannedRole[];
  readonly columns: readonly Column[];
  readonly valueAt: (place: Place) => CellValue;
  /** What can be done beside filling cells. @param isTyping whether what is typed is not filled in yet */
  readonly actions: (isTyping: boolean) => ReactNode;
  /** How far the plan is saved. */
  readonly note: string;
  readonly onFill: (cells: readonly Filled[]) => void;
  readonly isReadOnly: boolean;
  /** Whether the hours are there yet. */
  readonly isKnown: boolean;
}

const BEGINS_NUMBER = /^[\p{Nd}.,٫]$/u;

export const HoursGrid = ({
  roles,
  columns,
  valueAt,
  actions,
  note,
  onFill,
  isReadOnly,
  isKnown,
}: HoursGridProps) => {
  const table = useRef<HTMLTableElement>(null);
  const isMoving = useRef(false);
  const isEnded = useRef(true);
  const [chosen, setChosen] = useState(() => at({ row: 0, column: 0 }));
  const [typed, setTyped] = useState<string | null>(null);
  const mayChange = isKnown && !isReadOnly;
  const size = { rows: roles.length, columns: columns.length };
  // There may be fewer columns than before.
  const head = {
    row: Math.min(chosen.head.row, size.rows - 1),
    column: Math.min(chosen.head.column, size.columns - 1),
  };
  const range = rangeOf({ anchor: chosen.anchor, head });

  useEffect(() => {
    if (!isMoving.current || typed !== null) return;
    isMoving.current = false;
    table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });

  const go = (place: Place, isDrawing = false): void => {
    isMoving.current = true;
    setChosen(isDrawing ? { anchor: chosen.anchor, head: place } : at(place));
  };
  const begin = (text: string): void => {
    if (!mayChange) return;
    isEnded.current = false;
    setChosen(at(head));
    setTyped(text);
  };
  const end = (isKept: boolean): void => {
    if (isEnded.current || typed === null) return;
    isEnded.current = true;
    setTyped(null);
    if (isKept) fill([[typed]]);
  };
  const fill = (texts: readonly (readonly string[])[]): void => {
    const cells: Filled[] = [];
    for (const [row, line] of texts.entries()) {
      for (const [column, text] of line.entries()) {
        const hundredths = hundredthsFrom(text);
        if (hundredths === undefined) {
          tell(`Nothing was filled in: "${text}" is not a number of hours with at most two decimals.`);
          return;
        }
        cells.push({ row: range.top + row, column: range.first + column, hundredths });
      }
    }
    const fitting = cells.filter(({ row, column }) => row < size.rows && column < size.columns);
    if (fitting.length < cells.length) tell('What is outside of the plan was left out.');
    onFill(fitting);
  };
  const fillRange = (hoursOf: (place: Place) => number): void =>
    onFill(placesOf(range).map((place) => ({ ...place, hundredths: hoursOf(place) })));
  const fillRight = (): void => fillRange(({ row }) => valueAt({ row, column: range.first }).hours);

  const onEditKey = (event: KeyboardEvent): void => {
    const { key, shiftKey } = event;
    const next =
      key === 'Tab' ? nextByTab(head, size, shiftKey) : moved(head, shiftKey ? 'ArrowUp' : 'ArrowDown', size);
    if (!['Enter', 'Tab', 'Escape'].includes(key)) return;
    event.preventDefault();
    end(key !== 'Escape');
    go(key === 'Escape' ? head : (next ?? head));
  };
  const onKey = (event: KeyboardEvent): void => {
    if (typed !== null) return onEditKey(event);
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    const isCommand = ctrlKey || metaKey;
    const isRightToLeft = table.current !== null && getComputedStyle(table.current).direction === 'rtl';
    const next =
      key === 'Tab' ? nextByTab(head, size, shiftKey) : moved(head, key, size, isRightToLeft, isCommand);
    if (altKey) return;
    if (next) go(next, shiftKey && key !== 'Tab');
    else if (key === 'Enter' || key === 'F2') begin(typedHours(valueAt(head).hours));
    else if (key === 'Escape') go(head);
    else if (isCommand && key === 'r' && range.last > range.first && mayChange) fillRight();
    else if ((key === 'Delete' || key === 'Backspace') && mayChange) fillRange(() => 0);
    else if (!isCommand && BEGINS_NUMBER.test(key)) begin(key);
    else return;
    event.preventDefault();
  };
  const onCopy = (event: ClipboardEvent): void => {
    if (typed !== null) return;
    const lines = roles.slice(range.top, range.bottom + 1).map((_, index) => {
      const row = range.top + index;
      return columns
        .slice(range.first, range.last + 1)
        .map((__, column) => typedHours(valueAt({ row, column: range.first + column }).hours));
    });
    event.clipboardData.setData('text/plain', toTsv(lines));
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (typed !== null || !mayChange) return;
    event.preventDefault();
    const texts = fromTsv(event.clipboardData.getData('text/plain'));
    const [[only] = []] = texts;
    const one =
      texts.length === 1 && texts[0]?.length === 1 && only !== undefined ? hundredthsFrom(only) : undefined;
    // One value fills all that is chosen.
    if (one !== undefined) fillRange(() => one);
    else fill(texts);
  };
  const onPoint = (event: MouseEvent): void => {
    const place = placeOf(event.target);
    if (!place || (event.type === 'mouseover' && event.buttons !== 1)) return;
    if (typed !== null) {
      if (place.row === head.row && place.column === head.column) return;
      end(true);
    }
    if (event.type === 'mousedown') event.preventDefault();
    go(place, event.shiftKey || event.type === 'mouseover');
  };

  const sums = useMemo(() => sumsOf(roles.length, columns.length, valueAt), [roles, columns, valueAt]);
  return (
    <>
      {!isReadOnly && (
        <Row>
          {actions(typed !== null)}
          <Button isDisabled={range.first === range.last || !mayChange} onPress={fillRight}>
            Fill right
          </Button>
          <span role="status">{note}</span>
        </Row>
      )}
      <div className={styles.scroll}>
        <table
          ref={table}
          className={styles.grid}
          role="grid"
          aria-label="Planned hours"
          aria-multiselectable="true"
          aria-readonly={isReadOnly}
          onKeyDown={onKey}
          onCopy={onCopy}
          onPaste={onPaste}
          onMouseDown={onPoint}
          onMouseOver={onPoint}
          onDoubleClick={() => begin(typedHours(valueAt(head).hours))}
        >
          <thead>
            <tr>
              <th scope="col">Role</th>
              {columns.map(({ key, name, hint }) => (
                <th key={key} scope="col">
                  {name} <Soft>{hint}</Soft>
                </th>
              ))}
              <th scope="col">Sum</th>
            </tr>
          </thead>
          <tbody>
            {roles.map((role, row) => {
              const isChosen = isWithin(range, { row, column: range.first });
              return (
                <GridRow
                  key={role.id}
                  role={role}
                  row={row}
                  columns={columns}
                  valueAt={valueAt}
                  firstChosen={isChosen ? range.first : Infinity}
                  lastChosen={isChosen ? range.last : -Infinity}
                  head={row === head.row ? head.column : undefined}
                  {...(row === head.row &&
                    typed !== null && {
                      typing: { text: typed, onType: setTyped, onLeave: () => end(true) },
                    })}
                  sum={sums.rows[row] ?? 0}
                />
              );
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Sum</th>
              {columns.map(({ key }, column) => (
                <td key={key} role="gridcell">
                  {inHours(sums.columns[column] ?? 0)}
                </td>
              ))}
              <td role="gridcell">{inHours(sums.whole)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      {!isReadOnly && (
        <Soft>
          Arrows move, with Shift they choose more; Enter or F2 changes a cell, Escape leaves it, Ctrl+R fills
          to the right. Copy and paste work with spreadsheets.
        </Soft>
      )}
    </>
  );
};

function placeOf(target: EventTarget): Place | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return cell ? { row: Number(cell.dataset.row), column: Number(cell.dataset.column) } : undefined;
}

interface Sums {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly whole: number;
}

function sumsOf(rowCount: number, columnCount: number, valueAt: (place: Place) => CellValue): Sums {
  const rows = Array<number>(rowCount).fill(0);
  const columns = Array<number>(columnCount).fill(0);
  for (const { row, column } of placesOf({ top: 0, bottom: rowCount - 1, first: 0, last: columnCount - 1 })) {
    const { hours } = valueAt({ row, column });
    rows[row] = (rows[row] ?? 0) + hours;
    columns[column] = (columns[column] ?? 0) + hours;
  }
  return { rows, columns, whole: columns.reduce((sum, hours) => sum + hours, 0) };
}
