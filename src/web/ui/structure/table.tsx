import type { ReactNode } from 'react';
import { classes } from '../classes.js';
import styles from './table.module.css';

export interface Column<Item> {
  /** Empty: the actions of a row. */
  readonly name: string;
  readonly cell: (item: Item) => ReactNode;
  readonly isNumber?: boolean;
}

export interface TableProps<Item> {
  readonly caption: string;
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
}

/** On narrow screens each row is a list, which takes its roles away: so they are written out. */
export function Table<Item>({ caption, columns, items, keyOf }: TableProps<Item>) {
  const classOf = ({ name, isNumber = false }: Column<Item>): string =>
    classes(isNumber && styles.number, name === '' && styles.end);
  return (
    <div className={styles.frame}>
      <table className={styles.table} role="table">
        <caption className={styles.hidden}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.name} role="columnheader" scope="col" className={classOf(column)}>
                {column.name === '' ? <span className={styles.hidden}>Actions</span> : column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {items.map((item) => (
            <tr key={keyOf(item)} role="row">
              {columns.map((column) => (
                <td key={column.name} role="cell" data-name={column.name} className={classOf(column)}>
                  <div>{column.cell(item)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
