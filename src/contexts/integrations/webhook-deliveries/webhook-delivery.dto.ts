import { ApiSchema, IntersectionType } from '@nestjs/swagger';
import {
  ResponseListMember,
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
  resourceOf,
  TextMember,
  choices,
} from '../../../platform/http/index.js';
import { exampleId } from '../../../platform/values/index.js';
import { sentTopics } from '../webhook-topics.js';
import {
  attemptErrors,
  attemptStates,
  deliveryStates,
  redeliverableStates,
  type AttemptError,
  type AttemptState,
  type DeliveryState,
  type RedeliverableState,
} from '../delivery-pipeline/deliveries/delivery-state.js';

const LARGEST_INTEGER = 2_147_483_647;

const sentTopicChoices = choices('WebhookTopic', 'What happened.', sentTopics);

const stateChoices = choices('WebhookDeliveryState', 'How far a delivery is.', deliveryStates);

const redeliverableStateChoices = choices(
  'RedeliverableState',
  'How a delivery ended that can be sent once more.',
  redeliverableStates,
);

const attemptErrorChoices = choices(
  'WebhookAttemptError',
  'What went wrong where no whole response came.',
  attemptErrors,
);

const attemptOutcomeChoices = choices('WebhookAttemptOutcome', 'How an attempt ended.', attemptStates);

export class ListWebhookDeliveriesQuery extends PagingQuery {
  @ChoicesQuery(stateChoices, {
    description: 'Only deliveries in this state, or one of these; repeatable.',
    example: ['exhausted', 'parked'],
  })
  state?: DeliveryState[];

  @ChoiceQuery(sentTopicChoices, {
    description: 'Only deliveries of this topic.',
    example: 'project.created',
  })
  topic?: string;

  @InstantQuery({
    description: 'Only deliveries made at this moment or later.',
    example: '2026-11-21T06:30:00Z',
  })
  created_after?: string;

  @InstantQuery({ description: 'Only deliveries made before this moment.', example: '2026-11-22T06:30:00Z' })
  created_before?: string;
}

@ApiSchema({ description: 'Which deliveries are sent once more.' })
export class RedeliverWebhooksRequest {
  @InstantMember({
    description: 'Deliveries made at this moment or later.',
    example: '2026-11-21T06:30:00Z',
  })
  created_after!: string;

  @InstantMember({ description: 'Deliveries made before this moment.', example: '2026-11-22T06:30:00Z' })
  created_before!: string;

  @ChoiceListMember(redeliverableStateChoices, {
    description: 'Which deliveries are sent once more.',
    byDefault: 'both',
    example: ['exhausted'],
    minItems: 1,
    optional: true,
  })
  states?: RedeliverableState[];
}

@ApiSchema({ description: 'How many deliveries are sent once more.' })
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

class AttemptResult {
  @NumberMember({
    description: 'Status of the response. Null: there was none.',
    example: 503,
    minimum: 100,
    maximum: 999,
    decimals: 0,
    nullable: true,
  })
  response_status!: number | null;

  @ChoiceMember(attemptErrorChoices, {
    description:
      'What went wrong where no response came, or where it broke off after its status. `address_unavailable`: the host has no address, or one that nobody may reach; which of them is not told. Null: a whole response came, or the attempt has not ended.',
    example: null,
    nullable: true,
  })
  error_class!: AttemptError | null;
}

@ApiSchema({ description: 'One attempt of a delivery.' })
export class WebhookAttemptResponse extends AttemptResult {
  @IdMember({ of: 'webhook attempt', description: 'Id of the attempt.' })
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
    description:
      'How long it took, in milliseconds; of `address_unavailable` always the same. Null: it has not ended, or nobody saw its end.',
    example: 87,
    minimum: 0,
    maximum: LARGEST_INTEGER,
    decimals: 0,
    nullable: true,
  })
  duration_ms!: number | null;

  @ChoiceMember(attemptOutcomeChoices, {
    description:
      '`started`: not ended; `succeeded`: 2xx; `failed`; `abandoned`: the process that made it died, so the receiver may have got it.',
    example: 'failed',
  })
  outcome!: AttemptState;

  @TextMember({
    description: 'The first 8 KiB of the response, as text. Null: there was none.',
    example: '{"error":"maintenance"}',
    minLength: 0,
    maxLength: 8192,
    nullable: true,
  })
  response_body!: string | null;
}

export class WebhookDeliveryResponse extends resourceOf('webhook delivery') {
  @IdMember({ of: 'webhook subscriber', description: 'The subscriber.' })
  webhook_subscriber_id!: string;

  @IdMember({
    of: 'event',
    description:
      'The event: `CorrelationId` of the body and the header `webhook-id`, the same in each attempt.',
  })
  event_id!: string;

  @ChoiceMember(sentTopicChoices, { description: 'Topic of the event.', example: 'project.created' })
  topic!: string;

  @ChoiceMember(stateChoices, {
    description:
      '`pending`: waits for its next attempt; `queued`: it is its turn, an attempt begins soon; `sending`: an attempt is under way; `delivered`; `exhausted`: every attempt failed; `parked`: the subscriber is disabled; `cancelled`: the subscriber was deleted.',
    example: 'delivered',
  })
  state!: DeliveryState;

  @NumberMember({
    description:
      'Attempts that were begun since it was made or sent once more. One that was abandoned does not count before it is the fifth in a row, nor does one whose connection, kept from an earlier delivery, the receiver closed instead of responding: the next one follows at once.',
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

@ApiSchema({ description: 'One delivery in the list, with how its last attempt went.' })
export class ListedWebhookDeliveryResponse extends IntersectionType(WebhookDeliveryResponse, AttemptResult) {
  @InstantMember({
    description: 'When the last attempt began. Null: there was none.',
    example: '2026-11-21T06:30:00.120Z',
    nullable: true,
  })
  last_attempt_date!: string | null;
}

@ApiSchema({ description: 'One delivery with the body that is sent and every attempt.' })
export class WebhookDeliveryDetailResponse extends WebhookDeliveryResponse {
  @TextMember({
    description: 'The body that is sent, to the byte: what the signature is made of.',
    example: JSON.stringify({
      Payload: { Id: exampleId('project') },
      Topic: 'project.created',
      CorrelationId: exampleId('event'),
      EventOccurredOn: '2026-11-21T06:30:00.000Z',
    }),
    maxLength: 65_536,
  })
  body!: string;

  @ResponseListMember(() => WebhookAttemptResponse, {
    description: 'The attempts, oldest first.',
    example: [],
    derived: true,
  })
  attempts!: WebhookAttemptResponse[];
}

export class WebhookDeliveryPage extends pageOf(ListedWebhookDeliveryResponse) {}
