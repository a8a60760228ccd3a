import type { FieldDef } from 'pg';
import type { TextRow } from './data-row.js';
import { writerOf, type WriteValue } from './json-writers.js';
import { wireValues } from './wire-values.js';

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
  readonly writeJson: WriteValue;
}

export class RowDescription {
  columns: readonly Column[] = [];
  private nulls: Readonly<Record<string, unknown>> = {};

  setFields(fields: readonly FieldDef[]): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: wireValues.getTypeParser(dataTypeID),
      writeJson: writerOf(dataTypeID),
    }));
    this.nulls = Object.fromEntries(fields.map(({ name }) => [name, null]));
  }

  recordOf({ fields }: TextRow): Record<string, unknown> {
    const record: Record<string, unknown> = { ...this.nulls };
    for (const [place, { name, parse }] of this.columns.entries()) {
      const text = fields[place];
      if (typeof text === 'string') record[name] = parse(text);
    }
    return record;
  }
}
