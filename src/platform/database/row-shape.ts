import type { FieldDef } from 'pg';
import { writerOf, type WriteValue } from './sent-rows/json-values.js';
import type { SentRow } from './sent-rows/sent-row.js';
import { wireValues } from './wire-values.js';

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
  readonly writeJson: WriteValue;
}

/** The columns of a statement as PostgreSQL describes them, and the records that are made of its rows. */
export class RowShape {
  columns: readonly Column[] = [];
  private blank: Readonly<Record<string, unknown>> = {};

  describe(fields: readonly FieldDef[]): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: wireValues.getTypeParser(dataTypeID),
      writeJson: writerOf(dataTypeID),
    }));
    this.blank = Object.fromEntries(fields.map(({ name }) => [name, null]));
  }

  record(row: SentRow): Record<string, unknown> {
    const record: Record<string, unknown> = { ...this.blank };
    for (const { name, parse } of this.columns) if (row.next()) record[name] = parse(row.text);
    return record;
  }
}
