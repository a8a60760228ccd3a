import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { socketOf } from '../protocol/pg-internals.js';
import { findServer } from './postmaster-file.js';
import { keepsProcessAlive, leaseOf, type Joined, type Place } from './running-server.js';
import { EmbeddedPostgresError } from './server-files.js';

const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 30_000;

/** Of several that differ only in names and numbers, such as those of files and processes, one is said. */
const kindOf = (reason: string): string => reason.replaceAll(/"[^"]*"|\d+/g, '');

export type Report = (message: string, isGood: boolean) => void;

/** Keeps the server running at its address: when the lease ends, joins the restarted server or starts it. */
export class ServerKeeper {
  private readonly stopping = new AbortController();
  private mending: Promise<void> | undefined;
  private lease: Client;

  /** @param reach joins the server of the place, or starts it at this port */
  constructor(
    private readonly place: Place,
    private readonly joined: Joined,
    private readonly reach: (port: number, signal: AbortSignal) => Promise<Joined>,
    private readonly report: Report,
  ) {
    this.lease = joined.lease;
    this.keep(joined.lease);
  }

  /** @returns the lease, which may have ended */
  async stop(): Promise<Client> {
    this.stopping.abort();
    await this.mending;
    return this.lease;
  }

  private keep(lease: Client): void {
    this.lease = lease;
    // The lease alone must not keep a program from ending.
    keepsProcessAlive(lease, false);
    const mend = (): void => {
      if (!this.stopping.signal.aborted) this.mending = this.mend();
    };
    if (socketOf(lease).destroyed) mend();
    else lease.once('end', mend);
  }

  private async mend(): Promise<void> {
    // Perhaps only sessions ended, or the server restarted itself.
    const kept = await this.leaseAgain().catch(() => undefined);
    if (kept) {
      this.keep(kept);
      return;
    }
    if (this.stopping.signal.aborted) return;
    this.report(`The embedded PostgreSQL in ${this.place.directory} has ended, it is started again`, false);
    const lease = await this.untilReached();
    if (!lease) return;
    this.report(`The embedded PostgreSQL in ${this.place.directory} is back`, true);
    this.keep(lease);
  }

  private async leaseAgain(): Promise<Client | undefined> {
    const server = await findServer(this.place.database);
    return server?.port === this.joined.port ? leaseOf(this.place, server.port) : undefined;
  }

  /** undefined: the program stops. */
  private async untilReached(): Promise<Client | undefined> {
    const { signal } = this.stopping;
    const said = new Set<string>();
    for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(2 * wait, MAX_WAIT_MS)) {
      try {
        return await this.reachOnce();
      } catch (error) {
        const reason = (error as Error).message;
        if (!signal.aborted && wait > FIRST_WAIT_MS && !said.has(kindOf(reason))) {
          this.report(`It cannot be started yet, and is tried again and again: ${reason}`, false);
          said.add(kindOf(reason));
        }
        await sleep(wait, undefined, { signal }).catch(() => undefined);
      }
    }
    return undefined;
  }

  private async reachOnce(): Promise<Client> {
    const { lease, port } = await this.reach(this.joined.port, this.stopping.signal);
    if (port === this.joined.port) return lease;
    await lease.end();
    throw new EmbeddedPostgresError(
      `another program has started it on port ${port}, because ${this.joined.port} was taken: start this one again`,
    );
  }
}
