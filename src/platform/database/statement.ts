import type { Pool, PoolClient, QueryArrayResult, QueryConfig, QueryResult } from 'pg';
import { QueryFailedError } from 'typeorm';
import { preparedName } from './prepared-statements.js';

/** One statement; its rows are records, or lists of values where that is wanted. */
export interface Statement {
  readonly text: string;
  readonly parameters?: readonly unknown[];
  readonly rowMode?: 'array';
}

/** Sends a statement at once. @throws QueryFailedError */
export async function answerOf<Answer extends QueryResult | QueryArrayResult = QueryResult>(
  connection: Pool | PoolClient,
  { text, parameters = [], rowMode }: Statement,
): Promise<Answer> {
  const values = [...parameters];
  try {
    return (await connection.query({
      text,
      values,
      name: preparedName(text),
      rowMode,
    } as QueryConfig)) as Answer;
  } catch (error) {
    throw new QueryFailedError(text, values, error as Error);
  }
}
