import { Query, type FieldDef, type QueryConfig } from 'pg';
import type { DataRow } from './data-row.js';
import { DataRowResult } from './data-row-result.js';
import { RowDescription } from './row-description.js';

const PgQueryClass = Query as unknown as new (config: QueryConfig) => QueryConfig;

/** A query of pg that keeps the bytes of its rows. */
export class DataRowQuery extends PgQueryClass {
  private readonly description = new RowDescription();
  private readonly dataRows: DataRow[] = [];

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.description.setFields(fields);
  }

  handleDataRow(row: DataRow): void {
    this.dataRows.push(row);
  }

  resultOf(command: string): DataRowResult {
    return new DataRowResult(this.description, this.dataRows, command);
  }
}
