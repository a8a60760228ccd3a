import { writeDuration } from '../duration.js';
import type { RequestGate } from './request-gate.js';
import { backoffMs } from './retry-delays.js';

export interface Failure {
  readonly what: string;
  readonly retryAfterMs: number | undefined;
}

/** All workers wait together until the API responds to one of them or patience ends. */
export class Outage {
  private begunAt: number | undefined;
  private failures = 0;
  private respondedAt = -Infinity;

  constructor(
    private readonly gate: RequestGate,
    private readonly base: string,
    private readonly patienceMs: number,
  ) {}

  end(): void {
    this.respondedAt = performance.now();
    if (this.begunAt === undefined) return;
    const seconds = (this.respondedAt - this.begunAt) / 1000;
    this.gate.events.said?.(`The API responds again after ${writeDuration(seconds)}.`);
    this.begunAt = undefined;
    this.failures = 0;
  }

  hasRespondedSince(time: number): boolean {
    return this.respondedAt > time;
  }

  /** Closes the gate until the next attempt. @returns whether there is one */
  goOn({ what, retryAfterMs }: Failure): boolean {
    const now = performance.now();
    this.begunAt ??= now;
    const left = this.begunAt + this.patienceMs - now;
    if (left <= 0) return false;
    // Another worker has noticed it already.
    if (this.gate.isClosed) return true;
    if (this.failures === 0) {
      const patience = writeDuration(this.patienceMs / 1000);
      this.gate.events.said?.(`${this.base} does not respond (${what}): trying again for up to ${patience}.`);
    }
    this.gate.close(Math.min(retryAfterMs ?? backoffMs(this.failures), left), 'API away');
    this.failures += 1;
    return true;
  }
}
