import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';

export const OF_ALL = 'Every process tells the same: take the maximum.';

@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private isBegun = false;

  begin(): void {
    if (!this.isBegun) collectDefaultMetrics({ register: this.registry });
    this.isBegun = true;
  }
}
