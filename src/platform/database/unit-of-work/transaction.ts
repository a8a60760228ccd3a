import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource } from 'typeorm';
import { currentRequest } from '../../logging/index.js';
import { withConnection, type GatheringClient } from '../gathering-client.js';
import { isConsequence } from '../constraint-errors.js';
import { availabilityRefusal } from '../pool/availability-errors.js';
import { prepared } from '../prepared-statements.js';
import type { Answer, Statement } from '../statement.js';
import { currentSavepoint, Savepoint } from './savepoint.js';

/** The transaction that the running code belongs to. */
export const currentTransaction = new AsyncLocalStorage<Transaction>();

/** Work that need not wait for the answer of its last statement; wrapped, because a promise of a promise is waited for. */
export type Work<Result> = () => Promise<{ readonly answer: Result | Promise<Result> }>;

type Begin = 'BEGIN' | 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

const commit = prepared('COMMIT');
const rollback = prepared('ROLLBACK');
// Sessions give up after a time that is too long for a request. Work in the background waits, or passes over what is locked.
const waitForLocks = prepared('SET LOCAL lock_timeout = 0');
const savepoint = prepared('SAVEPOINT nested');
const releaseSavepoint = prepared('RELEASE SAVEPOINT nested');
const rollbackToSavepoint = prepared('ROLLBACK TO SAVEPOINT nested');
const nothing = (): void => undefined;

interface Committed<Result> {
  readonly result: Result;
  readonly afterCommit: readonly (() => void)[];
}

const NOT_ONE_AFTER_ANOTHER =
  'A nested transaction is open in this unit of work: wait for its end before anything else is asked or begun.';

/** What happened in a part of the transaction, and counts no more when that is undone. */
interface Noted<What> {
  readonly what: What;
  readonly place: Savepoint | null;
}

/**
 * Statements go out at once and are done in the order of their calls, whether their answers are waited for or not:
 * those that follow each other without waiting cost one round trip together.
 */
export class Transaction {
  private listeners: Noted<() => void>[] = [];
  private firstFailure: Noted<unknown> | undefined;
  private innermost: Savepoint | null = null;
  private isClosed = false;

  private constructor(readonly client: GatheringClient) {}

  /** Commits when the work is done, and undoes everything when it throws. */
  static run<Result>(source: DataSource, begin: Begin, work: Work<Result>): Promise<Committed<Result>> {
    return withConnection(source, (client) => {
      const transaction = new Transaction(client);
      return currentTransaction.run(transaction, () => transaction.complete(begin, work));
    });
  }

  afterCommit(listener: () => void): void {
    this.listeners.push({ what: listener, place: this.place });
  }

  /**
   * Work that is undone by itself when it throws, and the rest goes on.
   * @throws what `work` throws
   */
  async nested<Result>(work: () => Promise<Result>): Promise<Result> {
    const own = this.open(false);
    const within = <Value>(act: () => Promise<Value>): Promise<Value> => currentSavepoint.run(own, act);
    try {
      await within(() => this.answer({ text: savepoint }));
      const result = await within(work);
      this.mustBeInnermost(own);
      await within(() => this.answer({ text: releaseSavepoint }));
      this.keep(own);
      return result;
    } catch (error) {
      const failure = isConsequence(error) ? (this.failureIn(own) ?? error) : error;
      this.innermost = own;
      await within(() => this.answer({ text: rollbackToSavepoint })).catch(nothing);
      this.undo(own);
      throw failure;
    }
  }

  /** Begins a part. @throws Error while another one is open to which the running code does not belong */
  open(isOfRunner: boolean): Savepoint {
    return (this.innermost = new Savepoint(this.place, isOfRunner));
  }

  /** @throws Error while a part within it is open */
  mustBeInnermost(part: Savepoint): void {
    if (this.innermost !== part) throw new Error(NOT_ONE_AFTER_ANOTHER);
  }

  /** Ends a part, which is kept if the whole is. */
  keep(part: Savepoint): void {
    this.innermost = part.outer;
  }

  /** Forgets what happened in a part that was rolled back. */
  undo(part: Savepoint): void {
    this.innermost = part.outer;
    this.listeners = this.listeners.filter(({ place }) => !part.surrounds(place));
    if (this.firstFailure && part.surrounds(this.firstFailure.place)) this.firstFailure = undefined;
  }

  /** Nothing is committed. */
  fail(failure: unknown, place = this.innermost): void {
    this.firstFailure ??= { what: failure, place };
  }

  /** A statement that reaches the connection by itself. */
  async watch<Result>(text: string, send: () => Promise<Result>): Promise<Result> {
    const place = this.placeOf(text);
    try {
      return await send();
    } catch (error) {
      this.fail(error, place);
      throw error;
    }
  }

  answer(statement: Statement): Promise<Answer> {
    return new Promise((onAnswer, onFault) => this.ask(statement, onAnswer, onFault));
  }

  /** For what nobody waits for: should the statement fail, nothing is committed, and its error is that of the work. */
  send(statement: Statement): void {
    this.ask(statement, nothing, nothing);
  }

  private ask(
    statement: Statement,
    onAnswer: (answer: Answer) => void,
    tellFault: (fault: Error) => void,
  ): void {
    const place = this.placeOf(statement.text);
    const onFault = (fault: Error): void => {
      this.fail(fault, place);
      tellFault(fault);
    };
    this.client.send(statement, { onAnswer, onFault });
  }

  private placeOf(text: string): Savepoint | null {
    if (this.isClosed) throw new Error(`A statement comes too late for its transaction: ${text}`);
    return this.place;
  }

  /** The part that the running code belongs to. @throws Error when that is not the innermost one that is open */
  private get place(): Savepoint | null {
    const own = currentSavepoint.getStore() ?? null;
    let place = this.innermost;
    while (place !== own && place?.isOfRunner) place = place.outer;
    if (place !== own) throw new Error(NOT_ONE_AFTER_ANOTHER);
    return this.innermost;
  }

  private failureIn(part: Savepoint): unknown {
    const { firstFailure } = this;
    return firstFailure && part.surrounds(firstFailure.place) ? firstFailure.what : undefined;
  }

  private async complete<Result>(begin: Begin, work: Work<Result>): Promise<Committed<Result>> {
    this.send({ text: prepared(begin) });
    if (currentRequest.getStore() === undefined) this.send({ text: waitForLocks });
    let isCommitting = false;
    try {
      const { answer } = await work();
      if (this.innermost) throw new Error('A nested transaction is still open: wait for its end.');
      const end = this.answer({ text: commit });
      isCommitting = this.isClosed = true;
      const [result, { command }] = await Promise.all([answer, end]);
      // PostgreSQL answers so to the COMMIT of what failed.
      if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`);
      return { result, afterCommit: this.listeners.map(({ what }) => what) };
    } catch (error) {
      this.isClosed = true;
      await this.client.answer({ text: rollback }).catch(() => undefined);
      const isFollowUp = isCommitting || this.innermost !== null || isConsequence(error);
      const failure = isFollowUp && this.firstFailure ? this.firstFailure.what : error;
      throw (isCommitting && availabilityRefusal(failure, 'unknown')) || failure;
    }
  }
}
