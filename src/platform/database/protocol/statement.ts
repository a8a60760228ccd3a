import type { Page, PageForm } from './rows/page.js';

export interface Statement {
  readonly text: string;
  readonly parameters?: readonly unknown[];
}

export interface StatementResult {
  /** Such as `COMMIT` or `INSERT 0 1`. */
  readonly command: string;
  records<Row>(): Row[];
  /** For a statement of `pageStatement` or `keysetStatement`. */
  page<Row>(form: PageForm): Page<Row>;
}

/** Not a promise, because the promises of a request add up. */
export interface ResultHandler {
  readonly onResult: (result: StatementResult) => void;
  /** @param error a QueryFailedError; also when an earlier statement of the packet failed */
  readonly onError: (error: Error) => void;
}

/** `own`: the mechanism of this folder; `pg`: that of pg. */
export interface ProtocolOptions {
  readonly pipeline: 'own' | 'pg';
  readonly rows: 'own' | 'pg';
}
