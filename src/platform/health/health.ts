import { Injectable, Logger, ServiceUnavailableException } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import type { DeliveryReading } from './delivery-figures.port.js';
import type { LivenessResponse, ReadinessResponse, WebhookHealth } from './health.dto.js';
import { VitalSigns } from './vital-signs.js';

const OLD_EVENT_SECONDS = 60;
// Retries of many at once take a while, which is no fault of ours.
const OLD_DELIVERY_SECONDS = 900;

export interface HealthAnswer<Body> {
  readonly status: 200 | 503;
  readonly body: Body;
}

/**
 * Whether this process lives, and whether it can serve. It cannot without PostgreSQL, since every request needs it, nor
 * while it stops. Webhooks that stand still, or a queue that is away, are told but are no reason to send requests
 * elsewhere: every other process has the same queue, and a request never waits for it.
 */
@Injectable()
export class Health {
  private readonly logger = new Logger(Health.name);
  private couldServe = true;
  private isStopping = false;

  constructor(
    private readonly checks: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly signs: VitalSigns,
  ) {}

  /** From now on it is not ready: what is under way ends, and requests go elsewhere meanwhile. */
  announceStop(): void {
    this.isStopping = true;
  }

  /** Asks nobody: a process that is restarted because its database is away helps nobody. */
  live(): HealthAnswer<LivenessResponse> {
    return { status: 200, body: { status: 'live' } };
  }

  /** Within about two seconds. */
  async ready(): Promise<HealthAnswer<ReadinessResponse>> {
    const checked = await this.check();
    const answer: HealthAnswer<ReadinessResponse> = this.isStopping
      ? { status: 503, body: { ...checked.body, status: 'shutting_down' } }
      : checked;
    const canServe = answer.status === 200;
    if (this.couldServe && !canServe) this.logger.warn({ status: answer.body.status }, 'Not ready');
    if (!this.couldServe && canServe) this.logger.log('Ready again');
    this.couldServe = canServe;
    return answer;
  }

  private async check(): Promise<HealthAnswer<ReadinessResponse>> {
    try {
      const result = await this.checks.check([() => this.database(), () => this.webhooks()]);
      return { status: 200, body: bodyOf(result) };
    } catch (error) {
      if (!(error instanceof ServiceUnavailableException)) throw error;
      return { status: 503, body: bodyOf(error.getResponse() as object) };
    }
  }

  private async database() {
    const indicator = this.indicators.check('database');
    return (await this.signs.databaseAnswers()) ? indicator.up() : indicator.down();
  }

  private async webhooks() {
    const state = await this.signs.deliveries();
    const figures: Omit<WebhookHealth, 'status'> = {
      queue: state?.queue ?? null,
      oldest_due_delivery_seconds: state?.oldestDueSeconds ?? null,
      oldest_held_up_delivery_seconds: state?.oldestHeldUpSeconds ?? null,
      oldest_outbox_event_seconds: state?.oldestOutboxSeconds ?? null,
    };
    const indicator = this.indicators.check('webhooks');
    return state && isMoving(state) ? indicator.up(figures) : indicator.degraded(figures);
  }
}

const isMoving = ({ queue, oldestDueSeconds, oldestOutboxSeconds }: DeliveryReading): boolean =>
  queue !== 'away' && oldestOutboxSeconds < OLD_EVENT_SECONDS && oldestDueSeconds < OLD_DELIVERY_SECONDS;

// Terminus tells everything twice more, sorted by whether it is well.
const bodyOf = (result: object): ReadinessResponse => {
  const { status, details } = result as ReadinessResponse;
  return { status, details };
};
