import { AnswerObjectMember, ChoiceMember } from '../http/members/index.js';
import { describe } from '../http/members/member.js';
import { queueStates, type QueueState } from './delivery-figures.port.js';

export class LivenessResponse {
  @ChoiceMember(['live'], { description: 'Always `live`.', example: 'live' })
  status!: 'live';
}

export class DatabaseHealth {
  @ChoiceMember(['up', 'down'], {
    description: 'Whether PostgreSQL answers within two seconds.',
    example: 'up',
  })
  status!: 'up' | 'down';
}

export class WebhookHealth {
  @ChoiceMember(['up', 'degraded'], {
    description:
      'degraded: the queue is away, an event waits for longer than a minute, or a delivery has been due for longer than a quarter of an hour.',
    example: 'up',
  })
  status!: 'up' | 'degraded';

  @ChoiceMember(queueStates, {
    description:
      'Whether this process reaches the queue; off where it does not use one. Deliveries go on without it. null: not known.',
    example: 'connected',
    nullable: true,
  })
  queue!: QueueState | null;

  @describe(
    {
      description:
        'Seconds since the oldest delivery that waits became due; 0: none is due. null: not known.',
      example: 0.4,
      nullable: true,
    },
    { type: 'number', minimum: 0 },
  )
  oldest_due_delivery_seconds!: number | null;

  @describe(
    {
      description: 'Seconds since the oldest event that waits in the outbox; 0: none waits. null: not known.',
      example: 0.1,
      nullable: true,
    },
    { type: 'number', minimum: 0 },
  )
  oldest_outbox_event_seconds!: number | null;
}

export class HealthDetails {
  @AnswerObjectMember(() => DatabaseHealth, { description: 'PostgreSQL.', example: { status: 'up' } })
  database!: DatabaseHealth;

  @AnswerObjectMember(() => WebhookHealth, {
    description: 'The delivery of webhooks: the queue as this process sees it, the ages over all processes.',
    example: {
      status: 'up',
      queue: 'connected',
      oldest_due_delivery_seconds: 0.4,
      oldest_outbox_event_seconds: 0.1,
    },
  })
  webhooks!: WebhookHealth;
}

export class ReadinessResponse {
  @ChoiceMember(['ok', 'degraded', 'error', 'shutting_down'], {
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
        oldest_outbox_event_seconds: 0.1,
      },
    },
  })
  details!: HealthDetails;
}
