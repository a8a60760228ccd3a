import type { QueryArrayResult, QueryConfig } from 'pg';
import { QueryFailedError } from 'typeorm';
import { prepared, preparedName } from './prepared-statements.js';
import { DataRowQuery } from './rows/data-row-query.js';
import { ParsedResult } from './rows/parsed-result.js';
import type { ProtocolOptions, ResultHandler, Statement } from './statement.js';

type PgResult = Pick<QueryArrayResult, 'command' | 'rows'>;
export type PgQuery = (query: QueryConfig, callback: (error: Error | null, result: PgResult) => void) => void;

/** `DATABASE_PIPELINE=pg`: each statement is a query of pg's own pipeline, with a Sync of its own. */
export function queryThroughPg(
  query: PgQuery,
  { text, parameters = [] }: Statement,
  handler: ResultHandler,
  rows: ProtocolOptions['rows'],
): void {
  const values = [...parameters];
  const name = preparedName(text);
  const config = { text, values, ...(name !== undefined && { name }) };
  const asked = rows === 'own' ? new DataRowQuery(config) : config;
  query(asked, (error, result) => {
    if (error) handler.onError(new QueryFailedError(text, values, error));
    else if (asked instanceof DataRowQuery) handler.onResult(asked.resultOf(result.command));
    else handler.onResult(new ParsedResult(result.rows, result.command));
  });
}

/** Each Sync would commit by itself. */
export const asTransaction = (statements: readonly Statement[]): Statement[] => [
  { text: prepared('BEGIN') },
  ...statements,
  { text: prepared('COMMIT') },
];
