import { ApiSchema } from '@nestjs/swagger';
import { AnswerNumberMember, AnswerObjectMember, ChoiceMember, choices } from '../http/members/index.js';
import { queueStates, type QueueState } from './delivery-figures.port.js';

const live = choices('LivenessStatus', 'Whether the process answers.', ['live']);
const upOrDown = choices('DatabaseStatus', 'Whether PostgreSQL answers.', ['up', 'down']);
const upOrDegraded = choices('WebhookStatus', 'Whether webhooks are delivered as usual.', ['up', 'degraded']);
const queue = choices('QueueState', 'Whether a process reaches the queue.', queueStates);
const readiness = choices('ReadinessStatus', 'Whether requests can be served.', [
  'ok',
  'degraded',
  'error',
  'shutting_down',
]);

const seconds = { minimum: 0, maximum: 1_000_000_000, decimals: 6 };

@ApiSchema({ description: 'Whether the process answers.' })
export class LivenessResponse {
  @ChoiceMember(live, { description: 'Always `live`.', example: 'live' })
  status!: 'live';
}

@ApiSchema({ description: 'How PostgreSQL is.' })
export class DatabaseHealth {
  @ChoiceMember(upOrDown, {
    description: 'Whether PostgreSQL answers within two seconds.',
    example: 'up',
  })
  status!: 'up' | 'down';
}

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

  @AnswerNumberMember({
    description:
      'Seconds for which the oldest delivery that is due has waited for a process, though its receiver has a place for it; 0: none does. null: not known.',
    example: 0.4,
    nullable: true,
    ...seconds,
  })
  oldest_due_delivery_seconds!: number | null;

  @AnswerNumberMember({
    description:
      'Seconds since the oldest delivery became due that waits for its own receiver: its subscriber, or its receiving host, has as many attempts as it may have at once; 0: there is none. null: not known.',
    example: 0,
    nullable: true,
    ...seconds,
  })
  oldest_held_up_delivery_seconds!: number | null;

  @AnswerNumberMember({
    description: 'Seconds since the oldest event that waits in the outbox; 0: none waits. null: not known.',
    example: 0.1,
    nullable: true,
    ...seconds,
  })
  oldest_outbox_event_seconds!: number | null;
}

@ApiSchema({ description: 'What was looked at.' })
export class HealthDetails {
  @AnswerObjectMember(() => DatabaseHealth, { description: 'PostgreSQL.', example: { status: 'up' } })
  database!: DatabaseHealth;

  @AnswerObjectMember(() => WebhookHealth, {
    description: 'The delivery of webhooks: the queue as this process sees it, the ages over all processes.',
    example: {
      status: 'up',
      queue: 'connected',
      oldest_due_delivery_seconds: 0.4,
      oldest_held_up_delivery_seconds: 0,
      oldest_outbox_event_seconds: 0.1,
    },
  })
  webhooks!: WebhookHealth;
}

@ApiSchema({ description: 'Whether requests can be served, and how what they need is.' })
export class ReadinessResponse {
  @ChoiceMember(readiness, {
    description:
      'ok and degraded: requests are served. error: PostgreSQL does not answer. shutting_down: the process is stopping.',
    example: 'ok',
  })
  status!: 'ok' | 'degraded' | 'error' | 'shutting_down';

  @AnswerObjectMember(() => HealthDetails, {
    description: 'What was looked at.',
    example: {
      database: { status: 'up' },
      webhooks: {
        status: 'up',
        queue: 'connected',
        oldest_due_delivery_seconds: 0.4,
        oldest_held_up_delivery_seconds: 0,
        oldest_outbox_event_seconds: 0.1,
      },
    },
  })
  details!: HealthDetails;
}
