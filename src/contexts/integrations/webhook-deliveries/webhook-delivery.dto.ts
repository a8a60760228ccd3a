import { IntersectionType } from '@nestjs/swagger';
import {
  AnswerListMember,
  ChoiceListMember,
  ChoiceMember,
  ChoiceQuery,
  ChoicesQuery,
  FlagMember,
  IdMember,
  InstantMember,
  InstantQuery,
  NumberMember,
  pageOf,
  PagingQuery,
  ResourceResponse,
  TextMember,
} from '../../../platform/http/index.js';
import { pingTopic, webhookTopics } from '../webhook-topics.js';
import {
  attemptErrors,
  attemptStates,
  deliveryStates,
  redeliverableStates,
  type AttemptError,
  type AttemptState,
  type DeliveryState,
  type RedeliverableState,
} from './delivery-state.js';

const LARGEST_INTEGER = 2_147_483_647;

const sentTopics = [...webhookTopics, pingTopic];

export class ListWebhookDeliveriesQuery extends PagingQuery {
  @ChoicesQuery(deliveryStates, {
    description: 'Only deliveries in this state, or one of these; repeatable.',
    example: ['exhausted', 'parked'],
  })
  state?: DeliveryState[];

  @ChoiceQuery(sentTopics, { description: 'Only deliveries of this topic.', example: 'project.created' })
  topic?: string;

  @InstantQuery({
    description: 'Only deliveries made at this moment or later.',
    example: '2026-11-21T06:30:00Z',
  })
  created_after?: string;

  @InstantQuery({ description: 'Only deliveries made before this moment.', example: '2026-11-22T06:30:00Z' })
  created_before?: string;
}

export class RedeliverWebhooksRequest {
  @InstantMember({
    description: 'Deliveries made at this moment or later.',
    example: '2026-11-21T06:30:00Z',
  })
  created_after!: string;

  @InstantMember({ description: 'Deliveries made before this moment.', example: '2026-11-22T06:30:00Z' })
  created_before!: string;

  @ChoiceListMember(redeliverableStates, {
    description: 'Which deliveries are sent once more. Default: both.',
    example: ['exhausted'],
    minItems: 1,
    optional: true,
  })
  states?: RedeliverableState[];
}

export class RedeliveredWebhooksResponse {
  @NumberMember({
    description: 'Deliveries that are sent once more.',
    example: 12,
    minimum: 0,
    maximum: LARGEST_INTEGER,
    decimals: 0,
  })
  count!: number;
}

/** How an attempt went, as far as it has. */
class AttemptResult {
  @NumberMember({
    description: 'Status of the answer. Null: there was none.',
    example: 503,
    minimum: 100,
    maximum: 999,
    decimals: 0,
    nullable: true,
  })
  response_status!: number | null;

  @ChoiceMember(attemptErrors, {
    description:
      'What went wrong where no answer came, or where it broke off after its status. Null: a whole answer came, or the attempt has not ended.',
    example: null,
    nullable: true,
  })
  error_class!: AttemptError | null;
}

export class WebhookAttemptResponse extends AttemptResult {
  @IdMember({ description: 'Id of the attempt.', example: '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b23' })
  id!: string;

  @NumberMember({
    description: 'Which attempt of the delivery it is, from 1.',
    example: 1,
    minimum: 1,
    maximum: LARGEST_INTEGER,
    decimals: 0,
  })
  number!: number;

  @InstantMember({ description: 'When it began.', example: '2026-11-21T06:30:00.120Z' })
  started_date!: string;

  @NumberMember({
    description: 'How long it took, in milliseconds. Null: it has not ended, or nobody saw its end.',
    example: 87,
    minimum: 0,
    maximum: LARGEST_INTEGER,
    decimals: 0,
    nullable: true,
  })
  duration_ms!: number | null;

  @ChoiceMember(attemptStates, {
    description:
      '`started`: not ended; `succeeded`: answered with 2xx; `failed`; `abandoned`: the process that made it died, so the receiver may have got it.',
    example: 'failed',
  })
  outcome!: AttemptState;

  @TextMember({
    description: 'The first 8 KiB of the answer, as text. Null: there was none.',
    example: '{"error":"maintenance"}',
    minLength: 0,
    maxLength: 8192,
    nullable: true,
  })
  response_body!: string | null;
}

export class WebhookDeliveryResponse extends ResourceResponse {
  @IdMember({ description: 'The subscriber.', example: '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b21' })
  webhook_subscriber_id!: string;

  @IdMember({
    description:
      'The event: `CorrelationId` of the body and the header `webhook-id`, the same in each attempt.',
    example: '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b22',
  })
  event_id!: string;

  @ChoiceMember(sentTopics, { description: 'Topic of the event.', example: 'project.created' })
  topic!: string;

  @ChoiceMember(deliveryStates, {
    description:
      '`pending`: waits for its next attempt; `queued`: it is its turn, an attempt begins soon; `sending`: an attempt is under way; `delivered`; `exhausted`: every attempt failed; `parked`: the subscriber is disabled; `cancelled`: the subscriber was deleted.',
    example: 'delivered',
  })
  state!: DeliveryState;

  @NumberMember({
    description:
      'Attempts that were begun since it was made or sent once more. One that was abandoned does not count before it is the fifth in a row.',
    example: 1,
    minimum: 0,
    maximum: LARGEST_INTEGER,
    decimals: 0,
  })
  attempt_count!: number;

  @InstantMember({
    description: 'When the next attempt is due. Null: none is planned.',
    example: null,
    nullable: true,
  })
  next_attempt_date!: string | null;

  @FlagMember({
    description: 'Sent once more on demand: one attempt, which is not repeated.',
    example: false,
  })
  is_redelivery!: boolean;
}

/** One delivery in the list, with how its last attempt went. */
export class ListedWebhookDeliveryResponse extends IntersectionType(WebhookDeliveryResponse, AttemptResult) {
  @InstantMember({
    description: 'When the last attempt began. Null: there was none.',
    example: '2026-11-21T06:30:00.120Z',
    nullable: true,
  })
  last_attempt_date!: string | null;
}

export class WebhookDeliveryDetailResponse extends WebhookDeliveryResponse {
  @TextMember({
    description: 'The body that is sent, to the byte: what the signature is made of.',
    example:
      '{"Payload":{"Id":"0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b11"},"Topic":"project.created","CorrelationId":"0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b22","EventOccurredOn":"2026-11-21T06:30:00.000Z"}',
    maxLength: 65_536,
  })
  body!: string;

  @AnswerListMember(() => WebhookAttemptResponse, {
    description: 'The attempts, oldest first.',
    example: [],
  })
  attempts!: WebhookAttemptResponse[];
}

export class WebhookDeliveryPage extends pageOf(ListedWebhookDeliveryResponse) {}
