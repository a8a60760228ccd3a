import type { StatementResult } from '../statement.js';
import type { DataRow } from './data-row.js';
import { DataRowPage } from './data-row-page.js';
import type { Page, PageForm } from './page.js';
import type { RowDescription } from './row-description.js';

export class DataRowResult implements StatementResult {
  constructor(
    private readonly description: RowDescription,
    private readonly rows: readonly DataRow[],
    readonly command: string,
  ) {}

  records<Row>(): Row[] {
    return this.rows.map((row) => this.description.recordOf(row) as Row);
  }

  page<Row>(form: PageForm): Page<Row> {
    return new DataRowPage<Row>(this.description, this.rows, form);
  }
}
