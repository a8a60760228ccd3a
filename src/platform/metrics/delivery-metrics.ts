import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import type { DeliveryReading } from '../health/delivery-figures.port.js';
import { VitalSigns } from '../health/vital-signs.js';
import { Metrics } from './metrics.js';

interface Measured extends DeliveryReading {
  readonly pending: number | null;
}

interface Figure {
  readonly kind: typeof Gauge | typeof Counter;
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  /** One value, or values by the label; null: there is none. */
  readonly read: (state: Measured) => number | Readonly<Record<string, number>> | null;
}

const ofAll = 'Every process tells the same: take the maximum.';

const figures: readonly Figure[] = [
  {
    kind: Gauge,
    name: 'webhook_deliveries',
    help: `Deliveries that have not ended, by state. ${ofAll}`,
    label: 'state',
    read: ({ pending, queued, sending }) => (pending === null ? null : { pending, queued, sending }),
  },
  {
    kind: Gauge,
    name: 'webhook_deliveries_in_flight',
    help: `Deliveries that some process has, queued or sending. ${ofAll}`,
    read: ({ queued, sending }) => queued + sending,
  },
  {
    kind: Gauge,
    name: 'webhook_oldest_due_delivery_seconds',
    help: `Time for which the oldest delivery that is due has waited for a process, though its receiver has a place for it. ${ofAll}`,
    read: ({ oldestDueSeconds }) => oldestDueSeconds,
  },
  {
    kind: Gauge,
    name: 'webhook_oldest_held_up_delivery_seconds',
    help: `Time since the oldest delivery became due for which its own receiver has no place. ${ofAll}`,
    read: ({ oldestHeldUpSeconds }) => oldestHeldUpSeconds,
  },
  {
    kind: Gauge,
    name: 'webhook_oldest_outbox_event_seconds',
    help: `Time since the oldest event that waits in the outbox. ${ofAll}`,
    read: ({ oldestOutboxSeconds }) => oldestOutboxSeconds,
  },
  {
    kind: Gauge,
    name: 'webhook_queue_connected',
    help: 'Whether this process reaches its queue; absent where it does not use one.',
    read: ({ queue }) => (queue === 'off' ? null : Number(queue === 'connected')),
  },
  {
    kind: Counter,
    name: 'webhook_lease_takeovers_total',
    help: 'Attempts that this process took over from others.',
    read: ({ takeovers }) => takeovers,
  },
  {
    kind: Counter,
    name: 'webhook_attempts_total',
    help: 'Attempts that ended in this process, by what came of them.',
    label: 'outcome',
    read: ({ attempts }) => attempts,
  },
];

/** How deliveries stand, and whether the database answers, asked when somebody reads the metrics. */
@Injectable()
export class DeliveryMetrics {
  constructor(
    private readonly metrics: Metrics,
    private readonly signs: VitalSigns,
  ) {
    for (const figure of figures) this.register(figure);
    this.registerDatabase();
  }

  private register({ kind, name, help, label, read }: Figure): void {
    const collect = async (): Promise<void> => {
      const [reading, pending] = await Promise.all([this.signs.deliveries(), this.signs.pendingDeliveries()]);
      metric.reset();
      // What is not known is left out: zero would look like all is well.
      if (label === undefined) metric.remove();
      const values = reading && read({ ...reading, pending });
      if (typeof values === 'number') metric.inc(values);
      else if (values !== null && label !== undefined) {
        for (const [key, value] of Object.entries(values)) metric.inc({ [label]: key }, value);
      }
    };
    const metric = new kind({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [this.metrics.registry],
      collect,
    }) as Gauge;
  }

  private registerDatabase(): void {
    const gauge: Gauge = new Gauge({
      name: 'database_up',
      help: 'Whether PostgreSQL answers this process within two seconds.',
      registers: [this.metrics.registry],
      collect: async () => gauge.set(Number(await this.signs.databaseAnswers())),
    });
  }
}
