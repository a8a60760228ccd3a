import { ApiSchema } from '@nestjs/swagger';
import { ChoiceMember, ResponseNumberMember, choices } from '../../../platform/http/index.js';
import { queueStates, type QueueState } from './delivery-reading.js';

const upOrDegraded = choices('WebhookStatus', 'Whether webhooks are delivered as usual.', ['up', 'degraded']);
const queue = choices('QueueState', 'Whether a process reaches the queue.', queueStates);

const seconds = { minimum: 0, maximum: 1_000_000_000, decimals: 6 };

@ApiSchema({ description: 'How the delivery of webhooks is.' })
export class WebhookHealth {
  @ChoiceMember(upOrDegraded, {
    description:
      'degraded: the queue is away, an event waits for longer than a minute, or a delivery has waited for a process for longer than a quarter of an hour. Receivers that hold up their deliveries degrade nothing.',
    example: 'up',
  })
  status!: 'up' | 'degraded';

  @ChoiceMember(queue, {
    description:
      'Whether this process reaches the queue; off where it does not use one. Deliveries go on without it. null: not known.',
    example: 'connected',
    nullable: true,
  })
  queue!: QueueState | null;

  @ResponseNumberMember({
    description:
      'Seconds for which the oldest delivery that is due has waited for a process, though its receiver has a place for it; 0: none does. null: not known.',
    example: 0.4,
    nullable: true,
    ...seconds,
  })
  oldest_due_delivery_seconds!: number | null;

  @ResponseNumberMember({
    description:
      'Seconds since the oldest delivery became due that waits for its own receiver: its subscriber, or its receiving host, has as many attempts as it may have at once; 0: there is none. null: not known.',
    example: 0,
    nullable: true,
    ...seconds,
  })
  oldest_held_up_delivery_seconds!: number | null;

  @ResponseNumberMember({
    description: 'Seconds since the oldest event that waits in the outbox; 0: none waits. null: not known.',
    example: 0.1,
    nullable: true,
    ...seconds,
  })
  oldest_outbox_event_seconds!: number | null;
}
