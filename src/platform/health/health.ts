import { Injectable, Logger, ServiceUnavailableException } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import type { HandlingReading } from '../events/durable/event-handling.repository.js';
import { declaredHealthParts, type HealthPart } from './health-part.js';
import { HealthFigures } from './health-figures.js';

const OLD_EVENT_SECONDS = 60;

export interface Liveness {
  readonly status: 'live';
}

export interface Readiness {
  readonly status: 'ok' | 'degraded' | 'error' | 'shutting_down';
  readonly details: Readonly<Record<string, object>>;
}

export interface HealthResponse<Body> {
  readonly status: 200 | 503;
  readonly body: Body;
}

// What contexts declare, such as a lost queue, does not affect readiness: all processes share it.
@Injectable()
export class Health {
  private readonly logger = new Logger(Health.name);
  private couldServe = true;
  private isStopping = false;

  constructor(
    private readonly checks: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly figures: HealthFigures,
    private readonly providers: ModuleRef,
  ) {}

  /** Not ready from now on, so that load balancers stop sending requests. */
  announceStop(): void {
    this.isStopping = true;
  }

  /** Checks nothing: a restart would not bring the database back. */
  live(): HealthResponse<Liveness> {
    return { status: 200, body: { status: 'live' } };
  }

  async ready(): Promise<HealthResponse<Readiness>> {
    const checked = await this.check();
    const response: HealthResponse<Readiness> = this.isStopping
      ? { status: 503, body: { ...checked.body, status: 'shutting_down' } }
      : checked;
    const canServe = response.status === 200;
    if (this.couldServe && !canServe) this.logger.warn({ status: response.body.status }, 'Not ready');
    if (!this.couldServe && canServe) this.logger.log('Ready again');
    this.couldServe = canServe;
    return response;
  }

  private async check(): Promise<HealthResponse<Readiness>> {
    try {
      const result = await this.checks.check([
        () => this.database(),
        ...declaredHealthParts().map((part) => () => this.part(part)),
        () => this.events(),
      ]);
      return { status: 200, body: bodyOf(result) };
    } catch (error) {
      if (!(error instanceof ServiceUnavailableException)) throw error;
      return { status: 503, body: bodyOf(error.getResponse() as object) };
    }
  }

  private async database() {
    const indicator = this.indicators.check('database');
    return (await this.figures.isDatabaseUp()) ? indicator.up() : indicator.down();
  }

  private async part({ name, source, read }: HealthPart) {
    const { isWell, figures } = await read(this.providers.get(source, { strict: false }));
    const indicator = this.indicators.check(name);
    return isWell ? indicator.up(figures) : indicator.degraded(figures);
  }

  private async events() {
    const state = await this.figures.eventHandlings();
    const figures = {
      oldest_unhandled_event_seconds: state?.oldestSeconds ?? null,
      failing_subscribers: state?.failing ?? null,
    };
    const indicator = this.indicators.check('events');
    return state && isHandled(state) ? indicator.up(figures) : indicator.degraded(figures);
  }
}

const isHandled = ({ oldestSeconds, failing }: HandlingReading): boolean =>
  failing === 0 && oldestSeconds < OLD_EVENT_SECONDS;

// Terminus repeats every result twice, sorted by status.
const bodyOf = (result: object): Readiness => {
  const { status, details } = result as Readiness;
  return { status, details };
};
