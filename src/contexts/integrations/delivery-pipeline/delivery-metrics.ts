import { OF_ALL, type GaugeGroup } from '../../../platform/metrics/index.js';
import { DeliveryFigures, type MeasuredDeliveries } from './delivery-figures.js';

export const deliveryMetrics: GaugeGroup<MeasuredDeliveries> = {
  source: DeliveryFigures,
  gauges: [
    {
      kind: 'gauge',
      name: 'webhook_deliveries',
      help: `Deliveries that have not ended, by state. ${OF_ALL}`,
      label: 'state',
      read: ({ pending, queued, sending }) => (pending === null ? null : { pending, queued, sending }),
    },
    {
      kind: 'gauge',
      name: 'webhook_deliveries_in_flight',
      help: `Deliveries that some process has, queued or sending. ${OF_ALL}`,
      read: ({ queued, sending }) => queued + sending,
    },
    {
      kind: 'gauge',
      name: 'webhook_oldest_due_delivery_seconds',
      help: `Time for which the oldest delivery that is due has waited for a process, though its receiver has a place for it. ${OF_ALL}`,
      read: ({ oldestDueSeconds }) => oldestDueSeconds,
    },
    {
      kind: 'gauge',
      name: 'webhook_oldest_held_up_delivery_seconds',
      help: `Time since the oldest delivery became due for which its own receiver has no place. ${OF_ALL}`,
      read: ({ oldestHeldUpSeconds }) => oldestHeldUpSeconds,
    },
    {
      kind: 'gauge',
      name: 'webhook_oldest_outbox_event_seconds',
      help: `Time since the oldest event that waits in the outbox. ${OF_ALL}`,
      read: ({ oldestOutboxSeconds }) => oldestOutboxSeconds,
    },
    {
      kind: 'gauge',
      name: 'webhook_queue_connected',
      help: 'Whether this process reaches its queue; absent where it does not use one.',
      read: ({ queue }) => (queue === 'off' ? null : Number(queue === 'connected')),
    },
    {
      kind: 'counter',
      name: 'webhook_lease_takeovers_total',
      help: 'Attempts that this process took over from others.',
      read: ({ takeovers }) => takeovers,
    },
    {
      kind: 'counter',
      name: 'webhook_attempts_total',
      help: 'Attempts that ended in this process, by outcome.',
      label: 'outcome',
      read: ({ attempts }) => attempts,
    },
  ],
};
