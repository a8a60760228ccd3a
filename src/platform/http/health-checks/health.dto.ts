import type { Type } from '@nestjs/common';
import { ApiSchema } from '@nestjs/swagger';
import { declaredHealthParts, type Readiness } from '../../health/index.js';
import { ResponseNumberMember, ResponseObjectMember, ChoiceMember, choices } from '../members/index.js';

const live = choices('LivenessStatus', 'Whether the process responds.', ['live']);
const upOrDown = choices('DatabaseStatus', 'Whether PostgreSQL responds.', ['up', 'down']);
const upOrDelayed = choices('EventStatus', 'Whether events are handled as usual.', ['up', 'degraded']);
const readiness = choices('ReadinessStatus', 'Whether requests can be served.', [
  'ok',
  'degraded',
  'error',
  'shutting_down',
]);

const seconds = { minimum: 0, maximum: 1_000_000_000, decimals: 6 };

@ApiSchema({ description: 'Whether the process responds.' })
export class LivenessResponse {
  @ChoiceMember(live, { description: 'Always `live`.', example: 'live' })
  status!: 'live';
}

@ApiSchema({ description: 'How PostgreSQL is.' })
export class DatabaseHealth {
  @ChoiceMember(upOrDown, {
    description: 'Whether PostgreSQL responds within two seconds.',
    example: 'up',
  })
  status!: 'up' | 'down';
}

@ApiSchema({ description: 'How events are handled by the subscribers within the program.' })
export class EventHealth {
  @ChoiceMember(upOrDelayed, {
    description:
      'degraded: an event has waited for a subscriber within the program for longer than a minute, or one fails again and again.',
    example: 'up',
  })
  status!: 'up' | 'degraded';

  @ResponseNumberMember({
    description:
      'Seconds since the oldest event that a subscriber within the program has not handled; 0: there is none. null: not known.',
    example: 0,
    nullable: true,
    ...seconds,
  })
  oldest_unhandled_event_seconds!: number | null;

  @ResponseNumberMember({
    description:
      'Subscribers within the program that failed to handle an event more than three times. null: not known.',
    example: 0,
    nullable: true,
    minimum: 0,
    maximum: 1_000_000,
    decimals: 0,
  })
  failing_subscribers!: number | null;
}

interface Part {
  readonly name: string;
  readonly response: Type<object>;
  readonly description: string;
  readonly example: object;
}

const databasePart: Part = {
  name: 'database',
  response: DatabaseHealth,
  description: 'PostgreSQL.',
  example: { status: 'up' },
};

const eventPart: Part = {
  name: 'events',
  response: EventHealth,
  description: 'The subscribers within the program, over all processes.',
  example: { status: 'up', oldest_unhandled_event_seconds: 0, failing_subscribers: 0 },
};

/** The class of the response of readiness: what was looked at is known when all contexts are declared. */
export function readinessResponse(): Type<object> {
  const parts = [databasePart, ...declaredHealthParts(), eventPart];

  @ApiSchema({ description: 'What was looked at.' })
  class HealthDetails {}
  for (const { name, response, description, example } of parts) {
    ResponseObjectMember(() => response, { description, example })(HealthDetails.prototype, name);
  }

  @ApiSchema({ description: 'Whether requests can be served, and how what they need is.' })
  class ReadinessResponse {
    @ChoiceMember(readiness, {
      description:
        'ok and degraded: requests are served. error: PostgreSQL does not respond. shutting_down: the process is stopping.',
      example: 'ok',
    })
    status!: Readiness['status'];

    @ResponseObjectMember(() => HealthDetails, {
      description: 'What was looked at.',
      example: Object.fromEntries(parts.map(({ name, example }) => [name, example])),
    })
    details!: Readiness['details'];
  }
  return ReadinessResponse;
}
