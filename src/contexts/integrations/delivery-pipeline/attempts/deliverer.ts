import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS } from '../../../../platform/config/index.js';
import type { WebhookSettings } from '../../integrations.settings.js';
import { Clock } from '../../../../platform/values/index.js';
import { isSuccessful, outcomeOf } from './attempt-outcome.js';
import { AttemptSender } from './attempt-sender.js';
import {
  AttemptRepository,
  type RecordedSuccess,
  type FinishedAttempt,
  type AttemptResult,
} from './attempt.repository.js';
import { BatchedCall } from '../background/batched-call.js';
import type { ClaimedAttempt } from './claimed-attempt.js';
import { PipelineDatabase } from '../background/pipeline-database.js';
import { ReclaimRepository } from './reclaim.repository.js';
import { retryPlanOf } from './retry-plan.js';

const RECORD_AGAIN_MS = 500;
const LOCKED_AGAIN_MS = 100;
const PLACE_WITHIN_MS = 5000;

@Injectable()
export class Deliverer {
  readonly ended = { succeeded: 0, failed: 0 };
  private readonly logger = new Logger(Deliverer.name);
  private readonly underWay = new Set<Promise<void>>();
  private readonly waiting: (() => void)[] = [];
  private readonly aborting = new AbortController();
  private readonly claim: BatchedCall<string, ClaimedAttempt | null>;
  private readonly succeed: BatchedCall<FinishedAttempt, RecordedSuccess>;
  private isStopping = false;
  private isFailing = false;

  constructor(
    private readonly attempts: AttemptRepository,
    private readonly reclaims: ReclaimRepository,
    private readonly sender: AttemptSender,
    database: PipelineDatabase,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: WebhookSettings,
  ) {
    const together = () => database.pace;
    this.claim = new BatchedCall((deliveries) => this.claimAll(deliveries), together);
    this.succeed = new BatchedCall((results) => attempts.succeed(results), together);
    setMaxListeners(settings.WEBHOOK_CONCURRENCY, this.aborting.signal);
  }

  get room(): number {
    return this.isStopping ? 0 : Math.max(0, this.settings.WEBHOOK_CONCURRENCY - this.underWay.size);
  }

  async untilRoom(): Promise<void> {
    if (this.room === 0 && !this.isStopping) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Skips a delivery claimed elsewhere. Never rejects: another process takes over when the lease expires. */
  async deliver(deliveryId: string): Promise<void> {
    if (!this.isStopping) await this.track(this.attempt(deliveryId));
  }

  /** For an attempt that is already claimed. @param leaseBegan `performance.now()` before the claim */
  async begin(claimed: ClaimedAttempt, leaseBegan: number): Promise<void> {
    if (this.isStopping) return;
    const leaseEnds = leaseBegan + this.settings.WEBHOOK_LEASE_SECONDS * 1000;
    await this.track(this.make(claimed, leaseEnds, claimed.is_single_attempt));
  }

  private async track(work: Promise<void>): Promise<void> {
    const attempt = work.then(
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

  /** Takes no new deliveries and abandons what has not ended in time: its lease must be given back. */
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

  // A stop leaves unclaimed deliveries to others: the time is for attempts already sent.
  private async claimAll(deliveries: readonly string[]): Promise<(ClaimedAttempt | null)[]> {
    return this.isStopping ? deliveries.map(() => null) : this.attempts.claim(deliveries);
  }

  private async attempt(deliveryId: string): Promise<void> {
    const leaseEnds = this.endOfLease();
    const claimed = await this.claim.call(deliveryId);
    // A redelivery has one attempt: it must not use a connection that its receiver is closing.
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

  // Half of the remaining lease is for recording. A process that froze may have lost the delivery.
  private patience(leaseEnds: number): number {
    const left = leaseEnds - this.settings.WEBHOOK_EXCHANGE_TIMEOUT_MS - performance.now();
    return Math.min(PLACE_WITHIN_MS, left / 2);
  }

  private async giveBack(claimed: ClaimedAttempt, leaseEnds: number): Promise<void> {
    while (!(await this.reclaims.giveBack(claimed)) && !this.isTooLate(leaseEnds))
      await pause(LOCKED_AGAIN_MS);
  }

  // Retries while the database is away or the subscriber locked: without the record the receiver gets it again.
  private async record(claimed: ClaimedAttempt, exchange: AttemptResult, leaseEnds: number): Promise<void> {
    for (;;) {
      try {
        if (await this.recordOnce(claimed, exchange, leaseEnds)) return;
        if (this.isTooLate(leaseEnds)) return;
        await pause(LOCKED_AGAIN_MS * (0.5 + Math.random()));
      } catch (error) {
        if (this.isTooLate(leaseEnds)) throw error;
        await pause(RECORD_AGAIN_MS);
      }
    }
  }

  private isTooLate(leaseEnds: number): boolean {
    return performance.now() + RECORD_AGAIN_MS > leaseEnds || this.aborting.signal.aborted;
  }

  /** @returns false when the subscriber, whose failures are counted, is locked */
  private async recordOnce(
    claimed: ClaimedAttempt,
    exchange: AttemptResult,
    leaseEnds: number,
  ): Promise<boolean> {
    const { organization_id, webhook_subscriber_id } = claimed;
    // A response that breaks off after its status counts as none.
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
    if (result !== 'locked') this.count('failed', result === 'recorded', claimed);
    return result !== 'locked';
  }

  private count(result: 'succeeded' | 'failed', isOurs: boolean, claimed: ClaimedAttempt): void {
    const { organization_id: organizationId, delivery_id: deliveryId } = claimed;
    if (isOurs) this.ended[result] += 1;
    else this.logger.warn({ organizationId, deliveryId }, 'A result came after its lease');
  }

  private async forgetFailures(claimed: ClaimedAttempt, leaseEnds: number): Promise<void> {
    const forget = () => this.attempts.forgetFailures(claimed);
    while (!(await forget().catch(() => false)) && !this.isTooLate(leaseEnds)) await pause(LOCKED_AGAIN_MS);
  }

  private get limits() {
    return {
      ...retryPlanOf(this.settings),
      maxRetryAfterSeconds: this.settings.WEBHOOK_RETRY_AFTER_MAX_SECONDS,
      disableAfterHours: this.settings.WEBHOOK_DISABLE_AFTER_HOURS,
      disableMinAttempts: this.settings.WEBHOOK_DISABLE_MIN_ATTEMPTS,
    };
  }
}
