import { ApiSchema } from '@nestjs/swagger';
import {
  choices,
  InstantMember,
  NumberMember,
  ResponseListMember,
  ResponseObjectMember,
  TextMember,
} from '../../../platform/http/index.js';
import type { DeliveryState } from '../delivery-pipeline/deliveries/delivery-state.js';
import { HOURS } from './subscriber-health.js';

export const subscriberExtras = ['health'] as const;

export const subscriberExtraChoices = choices(
  'WebhookSubscriberExtra',
  'What subscribers show beside their members.',
  subscriberExtras,
);

const CountMember = (what: string, example = 0): PropertyDecorator =>
  NumberMember({
    description: `Deliveries made in this hour ${what}.`,
    example,
    minimum: 0,
    maximum: 2_147_483_647,
    decimals: 0,
  });

@ApiSchema({ description: 'The deliveries that were made in one hour, by their present state.' })
export class WebhookSubscriberHourResponse implements Record<DeliveryState, number> {
  @InstantMember({ description: 'When the hour began.', example: '2026-11-21T06:00:00.000Z' })
  started_date!: string;

  @CountMember('that wait for their next attempt')
  pending!: number;

  @CountMember('whose attempt begins soon')
  queued!: number;

  @CountMember('whose attempt is under way')
  sending!: number;

  @CountMember('that arrived', 118)
  delivered!: number;

  @CountMember('of which every attempt failed', 2)
  exhausted!: number;

  @CountMember('that wait for the subscriber to be enabled')
  parked!: number;

  @CountMember('that nobody gets, since the subscriber was deleted')
  cancelled!: number;
}

@ApiSchema({ description: 'Why an attempt failed.' })
export class WebhookSubscriberErrorResponse {
  @InstantMember({ description: 'When the attempt began.', example: '2026-11-21T06:30:00.120Z' })
  date!: string;

  @TextMember({ description: 'What went wrong.', example: 'The receiver responded with 503.' })
  words!: string;
}

@ApiSchema({ description: 'How deliveries to a subscriber went in the last 24 hours.' })
export class WebhookSubscriberHealthResponse {
  @ResponseListMember(() => WebhookSubscriberHourResponse, {
    description: 'The last 24 hours, oldest first; the last one is the present hour.',
    example: [],
    maxItems: HOURS,
  })
  hours!: WebhookSubscriberHourResponse[];

  @ResponseObjectMember(() => WebhookSubscriberErrorResponse, {
    description:
      'The last failed attempt of the delivery that something happened to last. Null: none of these hours.',
    example: { date: '2026-11-21T06:30:00.120Z', words: 'The receiver responded with 503.' },
    nullable: true,
  })
  last_error!: WebhookSubscriberErrorResponse | null;

  @InstantMember({
    description: 'When the oldest delivery was made that waits for an attempt. Null: none waits.',
    example: null,
    nullable: true,
  })
  oldest_waiting_date!: string | null;
}
