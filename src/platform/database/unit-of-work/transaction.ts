import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource } from 'typeorm';
import { currentRequest } from '../../logging/index.js';
import { isInFailedTransaction } from '../constraint-errors.js';
import { availabilityRefusal } from '../pool/availability-errors.js';
import type { PooledClient } from '../pool/pooled-client.js';
import { withConnection } from '../pool/with-connection.js';
import { prepared } from '../protocol/prepared-statements.js';
import type { ResultHandler, Statement, StatementResult } from '../protocol/statement.js';
import { currentSavepoint, Savepoint } from './savepoint.js';

export const currentTransaction = new AsyncLocalStorage<Transaction>();

type Work<Result> = () => Promise<Result>;
type Begin = 'BEGIN' | 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

const commit = prepared('COMMIT');
const rollback = prepared('ROLLBACK');
// The limit of the session is that of a request; work in the background may wait.
const waitForLocks = prepared('SET LOCAL lock_timeout = 0');
// Units that have met each other would meet again: those of an organization are repeated one after the other.
const waitForRepeated = prepared(`SELECT pg_advisory_xact_lock(hashtextextended('repeated.' || $1, 0))`);
const nothing = (): void => undefined;

interface Committed<Result> {
  readonly result: Result;
  readonly afterCommit: readonly (() => void)[];
}

const NOT_ONE_AFTER_ANOTHER =
  'A nested transaction is open in this unit of work: wait for its end before anything else is asked or begun.';

interface Noted<What> {
  readonly what: What;
  readonly savepoint: Savepoint | null;
}

type StatementsOf<Item> = (items: readonly Item[]) => readonly Statement[];

interface ForCommit {
  readonly item: unknown;
  readonly statementsOf: StatementsOf<unknown>;
}

/** Statements are sent at once and run in call order; those not awaited one by one share a round trip. */
export class Transaction {
  private listeners: Noted<() => void>[] = [];
  private forCommit: Noted<ForCommit>[] = [];
  private firstFailure: Noted<unknown> | undefined;
  private innermost: Savepoint | null = null;
  private isClosed = false;
  private underWay = 0;
  private waiting: (() => void)[] = [];

  private constructor(
    readonly client: PooledClient,
    readonly isRepeated: boolean,
  ) {}

  static run<Result>(
    source: DataSource,
    begin: Begin,
    work: Work<Result>,
    isRepeated = false,
  ): Promise<Committed<Result>> {
    return withConnection(source, (client) => {
      const transaction = new Transaction(client, isRepeated);
      return currentTransaction.run(transaction, () => transaction.complete(begin, work));
    });
  }

  afterCommit(listener: () => void): void {
    this.listeners.push({ what: listener, savepoint: this.current });
  }

  /** The items of a kind go with COMMIT, in as few statements as they take together. */
  sendWithCommit<Item>(statementsOf: StatementsOf<Item>, items: readonly Item[]): void {
    const savepoint = this.savepointFor('what goes with COMMIT');
    const all = statementsOf as StatementsOf<unknown>;
    for (const item of items) this.forCommit.push({ what: { item, statementsOf: all }, savepoint });
  }

  /** When `work` throws, it alone is rolled back. */
  async nested<Result>(work: () => Promise<Result>): Promise<Result> {
    const own = this.open(false);
    const within = <Value>(act: () => Promise<Value>): Promise<Value> => currentSavepoint.run(own, act);
    const savepoint = `SAVEPOINT nested_${own.depth}`;
    const send = (text: string) => within(() => this.execute({ text: prepared(text) }));
    await send(savepoint).catch((error: unknown) => {
      this.keep(own);
      throw error;
    });
    try {
      const result = await within(work);
      this.mustBeInnermost(own);
      await send(`RELEASE ${savepoint}`);
      this.keep(own);
      return result;
    } catch (error) {
      const failure = isInFailedTransaction(error) ? (this.failureIn(own) ?? error) : error;
      this.innermost = own;
      await Promise.all([send(`ROLLBACK TO ${savepoint}`), send(`RELEASE ${savepoint}`)]).catch(nothing);
      this.undo(own);
      throw failure;
    }
  }

  open(isOfRunner: boolean): Savepoint {
    return (this.innermost = new Savepoint(this.current, isOfRunner));
  }

  /** @throws Error while a savepoint within it is open */
  mustBeInnermost(savepoint: Savepoint): void {
    if (this.innermost !== savepoint) throw new Error(NOT_ONE_AFTER_ANOTHER);
  }

  keep(savepoint: Savepoint): void {
    this.innermost = savepoint.outer;
  }

  undo(savepoint: Savepoint): void {
    this.innermost = savepoint.outer;
    const stays = (noted: Noted<unknown>): boolean => !savepoint.surrounds(noted.savepoint);
    this.listeners = this.listeners.filter(stays);
    this.forCommit = this.forCommit.filter(stays);
    if (this.firstFailure && savepoint.surrounds(this.firstFailure.savepoint)) this.firstFailure = undefined;
  }

  fail(failure: unknown, savepoint = this.innermost): void {
    this.firstFailure ??= { what: failure, savepoint };
  }

  /** For a statement that `send` puts on the connection itself. */
  async watch<Result>(text: string, send: () => Promise<Result>): Promise<Result> {
    const savepoint = this.savepointFor(text);
    this.underWay += 1;
    try {
      return await send();
    } catch (error) {
      this.fail(error, savepoint);
      throw error;
    } finally {
      this.answer();
    }
  }

  /** Waits for what has been sent, also where nobody else waits for it. */
  async answered(): Promise<void> {
    while (this.underWay > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** What has failed and was not undone; the first of it. */
  get failure(): unknown {
    return this.firstFailure?.what;
  }

  execute(statement: Statement): Promise<StatementResult> {
    return new Promise((onResult, onError) => this.sendTo({ onResult, onError }, statement));
  }

  /** If the statement fails, the work fails with its error. */
  send(statement: Statement): void {
    this.sendTo({ onResult: nothing, onError: nothing }, statement);
  }

  private sendTo({ onResult, onError }: ResultHandler, statement: Statement): void {
    const savepoint = this.savepointFor(statement.text);
    this.underWay += 1;
    this.client.send(statement, {
      onResult: (result) => {
        this.answer();
        onResult(result);
      },
      onError: (error) => {
        this.fail(error, savepoint);
        this.answer();
        onError(error);
      },
    });
  }

  private answer(): void {
    this.underWay -= 1;
    if (this.underWay > 0) return;
    for (const goOn of this.waiting.splice(0)) goOn();
  }

  private savepointFor(text: string): Savepoint | null {
    if (this.isClosed) throw new Error(`A statement comes too late for its transaction: ${text}`);
    return this.current;
  }

  /** @throws Error when the running code is not in the innermost open savepoint */
  private get current(): Savepoint | null {
    const own = currentSavepoint.getStore() ?? null;
    let savepoint = this.innermost;
    while (savepoint !== own && savepoint?.isOfRunner) savepoint = savepoint.outer;
    if (savepoint !== own) throw new Error(NOT_ONE_AFTER_ANOTHER);
    return this.innermost;
  }

  private failureIn(savepoint: Savepoint): unknown {
    const { firstFailure } = this;
    return firstFailure && savepoint.surrounds(firstFailure.savepoint) ? firstFailure.what : undefined;
  }

  private statementsForCommit(): Statement[] {
    const all = this.forCommit.map(({ what }) => what);
    return [...new Set(all.map(({ statementsOf }) => statementsOf))].flatMap((statementsOf) =>
      statementsOf(all.filter((each) => each.statementsOf === statementsOf).map(({ item }) => item)),
    );
  }

  private async complete<Result>(begin: Begin, work: Work<Result>): Promise<Committed<Result>> {
    this.send({ text: prepared(begin) });
    const request = currentRequest.getStore();
    if (request === undefined) this.send({ text: waitForLocks });
    if (this.isRepeated) this.send({ text: waitForRepeated, parameters: [request?.organizationId ?? ''] });
    let isCommitting = false;
    try {
      const result = await work();
      if (this.innermost) throw new Error('A nested transaction is still open: wait for its end.');
      for (const statement of this.statementsForCommit()) this.send(statement);
      const end = this.execute({ text: commit });
      isCommitting = this.isClosed = true;
      const { command } = await end;
      // PostgreSQL ends COMMIT with ROLLBACK when a statement failed.
      if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`);
      return { result, afterCommit: this.listeners.map(({ what }) => what) };
    } catch (error) {
      this.isClosed = true;
      await this.client.execute({ text: rollback }).catch(() => undefined);
      const isFollowUp = isCommitting || this.innermost !== null || isInFailedTransaction(error);
      const failure = isFollowUp && this.firstFailure ? this.firstFailure.what : error;
      throw (isCommitting && availabilityRefusal(failure, 'unknown')) || failure;
    }
  }
}
