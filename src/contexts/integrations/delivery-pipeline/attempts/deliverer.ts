import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../../platform/config/settings.js';
import { Clock } from '../../../../platform/values/index.js';
import { isSuccessful, outcomeOf } from './attempt-outcome.js';
import { AttemptSender } from './attempt-sender.js';
import { AttemptRepository, type RecordedSuccess, type Result, type Sent } from './attempt.repository.js';
import { BatchedCall } from '../background/batched-call.js';
import type { ClaimedAttempt } from './claimed-attempt.js';
import { PipelineDatabase } from '../background/pipeline-database.js';
import { ReclaimRepository } from './reclaim.repository.js';

const RECORD_AGAIN_MS = 500;
const HELD_AGAIN_MS = 100;
const PLACE_WITHIN_MS = 5000;

/** Makes attempts: claims a delivery that is queued, sends it, and writes down what came of it. */
@Injectable()
export class Deliverer {
  /** Attempts that ended in this process since its start, by what came of them. */
  readonly ended = { succeeded: 0, failed: 0 };
  private readonly logger = new Logger(Deliverer.name);
  private readonly underWay = new Set<Promise<void>>();
  private readonly waiting: (() => void)[] = [];
  private readonly aborting = new AbortController();
  private readonly claim: BatchedCall<string, ClaimedAttempt | null>;
  private readonly succeed: BatchedCall<Result, RecordedSuccess>;
  private isStopping = false;
  private isFailing = false;

  constructor(
    private readonly attempts: AttemptRepository,
    private readonly reclaims: ReclaimRepository,
    private readonly sender: AttemptSender,
    database: PipelineDatabase,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    const together = () => database.pace;
    this.claim = new BatchedCall((deliveries) => this.claimAll(deliveries), together);
    this.succeed = new BatchedCall((results) => attempts.succeed(results), together);
    setMaxListeners(settings.WEBHOOK_CONCURRENCY, this.aborting.signal);
  }

  /** How many more deliveries this process may take at this moment. */
  get room(): number {
    return this.isStopping ? 0 : Math.max(0, this.settings.WEBHOOK_CONCURRENCY - this.underWay.size);
  }

  /** Ends when this process may take one more delivery, or none at all because it stops. */
  async hasRoom(): Promise<void> {
    if (this.room === 0 && !this.isStopping) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Does nothing when somebody else has the delivery. Never throws: what fails is taken over when its lease ends. */
  async deliver(deliveryId: string): Promise<void> {
    if (this.isStopping) return;
    const attempt = this.attempt(deliveryId).then(
      () => (this.isFailing = false),
      (error: Error) => {
        if (!this.isFailing) this.logger.error({ err: error }, 'Deliveries fail on our side');
        this.isFailing = true;
      },
    );
    const ended = attempt.then(() => undefined);
    this.underWay.add(ended);
    await ended;
    this.underWay.delete(ended);
    this.waiting.shift()?.();
  }

  /** Takes nothing more, and lets go of what has not ended in time: its lease has to be given back. */
  async stop(milliseconds: number): Promise<void> {
    this.isStopping = true;
    this.waiting.splice(0).forEach((leave) => leave());
    const timer = setTimeout(() => this.aborting.abort(), milliseconds);
    await Promise.race([
      Promise.all(this.underWay),
      pause(milliseconds + RECORD_AGAIN_MS, null, { ref: false }),
    ]);
    clearTimeout(timer);
  }

  // What waits for its claim when the process stops is left to others: time is short for what was sent already.
  private async claimAll(deliveries: readonly string[]): Promise<(ClaimedAttempt | null)[]> {
    return this.isStopping ? deliveries.map(() => null) : this.attempts.claim(deliveries);
  }

  private async attempt(deliveryId: string): Promise<void> {
    const leaseEnds = this.endOfLease();
    const claimed = await this.claim.call(deliveryId);
    // A redelivery is one attempt: it must not come upon a connection that its receiver is closing.
    if (claimed) await this.make(claimed, leaseEnds, claimed.is_single_attempt);
  }

  private async make(claimed: ClaimedAttempt, leaseEnds: number, isAlone: boolean): Promise<void> {
    const { signal } = this.aborting;
    const patienceMs = this.patience(leaseEnds);
    const sent = patienceMs > 0 ? await this.sender.send(claimed, { isAlone, patienceMs, signal }) : null;
    if (!sent) return this.giveBack(claimed, leaseEnds);
    if (sent.errorClass === 'aborted') return;
    if (sent.isStale) {
      const nextEnds = this.endOfLease();
      const next = await this.reclaims.claimAgain(claimed, sent).catch(() => null);
      if (next) {
        this.ended.failed += 1;
        return this.make(next, nextEnds, true);
      }
    }
    await this.record(claimed, sent, leaseEnds);
  }

  private endOfLease(): number {
    return performance.now() + this.settings.WEBHOOK_LEASE_SECONDS * 1000;
  }

  // Half of the time that the lease leaves, so that the other half is there to write down what comes of it. A process
  // that was frozen has perhaps lost the delivery to another one, which is sending it.
  private patience(leaseEnds: number): number {
    const left = leaseEnds - this.settings.WEBHOOK_EXCHANGE_TIMEOUT_MS - performance.now();
    return Math.min(PLACE_WITHIN_MS, left / 2);
  }

  // Where it cannot be given back its lease ends.
  private async giveBack(claimed: ClaimedAttempt, leaseEnds: number): Promise<void> {
    while (!(await this.reclaims.giveBack(claimed)) && !this.isTooLate(leaseEnds)) await pause(HELD_AGAIN_MS);
  }

  // While the database is away, or somebody holds the subscriber, the result is kept as long as it counts: without it
  // the receiver would get it again.
  private async record(claimed: ClaimedAttempt, exchange: Sent, leaseEnds: number): Promise<void> {
    for (;;) {
      try {
        if (await this.recordOnce(claimed, exchange, leaseEnds)) return;
        if (this.isTooLate(leaseEnds)) return;
        await pause(HELD_AGAIN_MS * (0.5 + Math.random()));
      } catch (error) {
        if (this.isTooLate(leaseEnds)) throw error;
        await pause(RECORD_AGAIN_MS);
      }
    }
  }

  private isTooLate(leaseEnds: number): boolean {
    return performance.now() + RECORD_AGAIN_MS > leaseEnds || this.aborting.signal.aborted;
  }

  /** @returns false when somebody holds the subscriber, whose failures have to be counted */
  private async recordOnce(claimed: ClaimedAttempt, exchange: Sent, leaseEnds: number): Promise<boolean> {
    const { organization_id, webhook_subscriber_id } = claimed;
    // An answer that breaks off after its status did not arrive whole: it counts as none.
    const status = exchange.errorClass === null ? exchange.status : null;
    const record = isSuccessful(status)
      ? { failing_since: null, failures_in_row: 0 }
      : await this.attempts.recordOf(organization_id, webhook_subscriber_id);
    const outcome = outcomeOf(
      { status, retryAfter: exchange.retryAfter },
      {
        attempts: claimed.attempts,
        isSingleAttempt: claimed.is_single_attempt,
        startedAt: new Date(claimed.started_at),
      },
      {
        failingSince: record.failing_since === null ? null : new Date(record.failing_since),
        failuresInRow: record.failures_in_row,
      },
      this.limits,
      this.clock.now(),
      Math.random(),
    );
    if (outcome.isSuccess) {
      const { isOurs, endsFailures } = await this.succeed.call({ attempt: claimed, exchange });
      this.count('succeeded', isOurs, claimed);
      if (endsFailures) await this.forgetFailures(claimed, leaseEnds);
      return true;
    }
    const result = await this.attempts.fail(claimed, exchange, outcome, record.failing_since);
    if (result !== 'held') this.count('failed', result === 'recorded', claimed);
    return result !== 'held';
  }

  private count(result: 'succeeded' | 'failed', isOurs: boolean, claimed: ClaimedAttempt): void {
    const { organization_id: organizationId, delivery_id: deliveryId } = claimed;
    if (isOurs) this.ended[result] += 1;
    else this.logger.warn({ organizationId, deliveryId }, 'A result came after its lease');
  }

  // The success is written down already. Where this fails, the next success does it.
  private async forgetFailures(claimed: ClaimedAttempt, leaseEnds: number): Promise<void> {
    const { organization_id, webhook_subscriber_id } = claimed;
    const forget = () => this.attempts.forgetFailures(organization_id, webhook_subscriber_id);
    while (!(await forget().catch(() => false)) && !this.isTooLate(leaseEnds)) await pause(HELD_AGAIN_MS);
  }

  private get limits() {
    return {
      retryDelays: this.settings.WEBHOOK_RETRY_DELAYS_SECONDS,
      jitterPercent: this.settings.WEBHOOK_RETRY_JITTER_PERCENT,
      mostRetryAfterSeconds: this.settings.WEBHOOK_RETRY_AFTER_MAX_SECONDS,
      disableAfterHours: this.settings.WEBHOOK_DISABLE_AFTER_HOURS,
      disableMinAttempts: this.settings.WEBHOOK_DISABLE_MIN_ATTEMPTS,
    };
  }
}
