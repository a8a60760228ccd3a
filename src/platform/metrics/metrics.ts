import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** What this process measures, for Prometheus. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private isBegun = false;

  /** Begins to watch memory, processor time, event loop and garbage collection, which costs a little. */
  begin(): void {
    if (!this.isBegun) collectDefaultMetrics({ register: this.registry });
    this.isBegun = true;
  }
}
