import { Injectable } from '@nestjs/common';
import { FIGURES_WITHIN_MS, CachedResult } from '../../../platform/health/index.js';
import { DeliveryGauges } from './delivery-gauges.js';
import type { DeliveryReading } from './delivery-reading.js';

/** At most a second old. null: the database does not respond. */
@Injectable()
export class DeliveryFigures {
  private readonly state: CachedResult<DeliveryReading>;
  private readonly pending: CachedResult<number>;

  constructor(gauges: DeliveryGauges) {
    this.state = new CachedResult(() => gauges.read(), FIGURES_WITHIN_MS);
    this.pending = new CachedResult(() => gauges.countPending());
  }

  read(): Promise<DeliveryReading | null> {
    return this.state.get();
  }

  /** Includes the count of pending deliveries, which is slow when there are many. */
  async measure(): Promise<MeasuredDeliveries | null> {
    const [reading, pending] = await Promise.all([this.state.get(), this.pending.get()]);
    return reading && { ...reading, pending };
  }
}

export interface MeasuredDeliveries extends DeliveryReading {
  readonly pending: number | null;
}
