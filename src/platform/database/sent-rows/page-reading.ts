import { Query, type FieldDef, type Pool, type PoolClient, type QueryConfig } from 'pg';
import { Page } from './page.js';
import type { SentRow } from './sent-row.js';

/** A statement whose rows never become records. The types of pg leave out its text, and the methods that pg calls. */
class PageReading<Row> extends Query {
  declare readonly text: string;
  page: Page<Row> | null = null;
  failure: Error | null = null;

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.page = new Page(fields);
  }

  /** It must not throw: nobody but the socket would hear of it. */
  handleDataRow(row: SentRow): void {
    try {
      this.page?.add(row);
    } catch (error) {
      this.failure = error as Error;
    }
  }
}

/** Sends the statement of a page. */
export function readPage<Row>(connection: Pool | PoolClient, config: QueryConfig): Promise<Page<Row>> {
  const reading = new PageReading<Row>(config);
  return new Promise((resolve, reject) => {
    connection.query(reading, (error: Error | null) => {
      const failure = error ?? reading.failure;
      if (failure) reject(failure);
      else resolve(reading.page as Page<Row>);
    });
  });
}
