import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { whenPatienceEnds } from '../../background/index.js';
import { currentRequest } from '../../logging/index.js';
import { NoConnectionError } from './availability-errors.js';
import { ConnectionTurns, type Party } from './connection-turns.js';
import { ConnectionWatch, type Watched } from './connection-watch.js';
import { sessionsAtWork } from './server-view.js';

const BACKGROUND_WAIT_MS = 10_000;
/** Of `waitMs`, so that a failed attempt leaves time for the next one. */
const CONNECT_SHARE = 0.75;
const UNKNOWN_CALLER = '';

export interface FairPoolConfig extends PoolConfig {
  readonly max: number;
  readonly waitMs: number;
  readonly lockTimeoutMs: number;
}

type CheckedOut = PoolClient & Watched & { party?: Party };
type Callback = Parameters<Pool['connect']>[0];

/** Shared fairly by organizations, with a time limit for requests, and without connections that were cut. */
export class FairPool extends Pool {
  private readonly turns: ConnectionTurns;

  constructor(private readonly config: FairPoolConfig) {
    super({
      ...config,
      connectionTimeoutMillis: 0,
      connectWithinMs: config.waitMs * CONNECT_SHARE,
    } as PoolConfig);
    this.turns = new ConnectionTurns(config.max);
    const watch = new ConnectionWatch(
      (sessions, late) => sessionsAtWork(config, sessions, late),
      config.lockTimeoutMs,
    );
    this.on('connect', (client) => watch.add(client as CheckedOut));
    this.on('release', (_error, client) => this.onRelease(client as CheckedOut));
    this.on('remove', (client) => watch.remove(client as unknown as CheckedOut));
  }

  /** @throws NoConnectionError */
  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<PoolClient> | void {
    const checkedOut = this.checkOut();
    if (!callback) return checkedOut;
    checkedOut.then(
      (client) => callback(undefined, client, (fault?: Error) => client.release(fault)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }

  private checkOut(): Promise<PoolClient> {
    const request = currentRequest.getStore();
    const party = request && (request.organizationId ?? UNKNOWN_CALLER);
    const hasTurn = this.turns.take(party);
    if (hasTurn && this.idleCount > 0) return this.open(party);
    return this.checkOutInTime(party, hasTurn, request ? this.config.waitMs : BACKGROUND_WAIT_MS);
  }

  private checkOutInTime(party: Party, hasTurn: boolean, waitMs: number): Promise<PoolClient> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      let giveUp = (): void => undefined;
      const stop = whenPatienceEnds(waitMs, () => {
        isLate = true;
        giveUp();
        reject(new NoConnectionError(`none was free or made within ${waitMs} ms`));
      });
      const turn = hasTurn ? Promise.resolve() : this.turns.wait(party, (leave) => (giveUp = leave));
      turn
        .then(() => this.open(party))
        .then((client) => (isLate ? client.release() : resolve(client)), reject)
        .finally(stop);
    });
  }

  private open(party: Party): Promise<PoolClient> {
    return super.connect().then(
      (client) =>
        Object.assign(client as CheckedOut, { party, isCheckedOut: true, isForRequest: party !== undefined }),
      (error: Error) => {
        this.turns.giveBack(party);
        throw new NoConnectionError(error.message, error);
      },
    );
  }

  private onRelease(client: CheckedOut): void {
    if (!client.isCheckedOut) return;
    client.isCheckedOut = false;
    this.turns.giveBack(client.party);
  }
}
