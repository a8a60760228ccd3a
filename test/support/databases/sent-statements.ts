import { AsyncLocalStorage } from 'node:async_hooks';
import { jest } from '@jest/globals';
import { PooledClient } from '../../../src/platform/database/pool/pooled-client.js';
import { StatementPipeline } from '../../../src/platform/database/protocol/statement-pipeline.js';
import { currentRequest } from '../../../src/platform/logging/index.js';

export type SentStatement = readonly [text: string, parameters: readonly unknown[]];

export interface Sending<Result> {
  readonly result: Result;
  /** Those of TypeORM too, without those that begin and end transactions. */
  readonly statements: readonly SentStatement[];
  /** Round trips, but for those of TypeORM. */
  readonly packets: number;
}

const calls = new AsyncLocalStorage<object>();

/** What the call sends itself, whatever background work of the process sends meanwhile. */
export function sendingOf<Result>(call: () => Promise<Result>): Promise<Sending<Result>> {
  const own = {};
  return sendingWhile(
    () => calls.run(own, call),
    () => calls.getStore() === own,
  );
}

/** What the requests send that are made by the call. */
export const requestOf = <Result>(call: () => Promise<Result>): Promise<Sending<Result>> =>
  sendingWhile(call, () => currentRequest.getStore() !== undefined);

export async function countStatements(call: () => Promise<unknown>): Promise<number> {
  return (await sendingOf(call)).statements.length;
}

async function sendingWhile<Result>(
  call: () => Promise<Result>,
  isOwn: () => boolean,
): Promise<Sending<Result>> {
  const { add } = StatementPipeline.prototype;
  const { query } = PooledClient.prototype;
  const statements: SentStatement[] = [];
  const pipelines = new Set<StatementPipeline>();
  const note = (text: string, parameters: readonly unknown[] = []): void => {
    if (isOwn() && !/^(BEGIN|COMMIT|SET )/.test(text)) statements.push([text, parameters]);
  };
  const spies = [
    jest.spyOn(StatementPipeline.prototype, 'add').mockImplementation(function (
      this: StatementPipeline,
      statement,
      handler,
    ) {
      if (isOwn()) pipelines.add(this);
      note(statement.text, statement.parameters);
      add.call(this, statement, handler);
    }),
    jest.spyOn(PooledClient.prototype, 'query').mockImplementation(function (this: PooledClient, ...sent) {
      note(...(sent as [string, unknown[] | undefined]));
      return query.apply(this, sent);
    }),
  ];
  try {
    const result = await call();
    return { result, statements, packets: pipelines.size };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
