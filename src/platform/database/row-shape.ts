import type { FieldDef } from 'pg';
import { wireValues } from './wire-values.js';

/** The values of a row as PostgreSQL writes them. */
export type RawRow = readonly (string | null)[];

/** The columns of a statement as PostgreSQL describes them, and the rows that are made of their values. */
export class RowShape {
  fields: readonly FieldDef[] = [];
  private parsers: readonly ((value: string) => unknown)[] = [];
  private blank: Readonly<Record<string, unknown>> = {};

  describe(fields: readonly FieldDef[]): void {
    this.fields = fields;
    this.parsers = fields.map(({ dataTypeID }) => wireValues.getTypeParser(dataTypeID));
    this.blank = Object.fromEntries(fields.map(({ name }) => [name, null]));
  }

  record(values: RawRow): Record<string, unknown> {
    const row: Record<string, unknown> = { ...this.blank };
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index];
      if (typeof value !== 'string') continue;
      row[this.fields[index]?.name as string] = this.parsers[index]?.(value);
    }
    return row;
  }

  list(values: RawRow): unknown[] {
    return values.map((value, index) => (value === null ? null : this.parsers[index]?.(value)));
  }
}
