import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { QueryFailedError } from 'typeorm';
import { preparedName } from './prepared-statements.js';
import { readPage } from './sent-rows/page-reading.js';
import type { Page } from './sent-rows/page.js';

/** Records of the rows, or a page of a list. */
export type Answer = QueryResult | Page<unknown>;

export interface Statement {
  readonly text: string;
  readonly parameters?: readonly unknown[];
  /** Of a page (see page-query). */
  readonly isPage?: boolean;
}

/** Sends a statement at once. @throws QueryFailedError */
export async function answerOf<Expected extends Answer = QueryResult>(
  connection: Pool | PoolClient,
  { text, parameters = [], isPage = false }: Statement,
): Promise<Expected> {
  const values = [...parameters];
  const query = { text, values, name: preparedName(text) } as QueryConfig;
  try {
    return (await (isPage ? readPage(connection, query) : connection.query(query))) as Expected;
  } catch (error) {
    throw new QueryFailedError(text, values, error as Error);
  }
}
