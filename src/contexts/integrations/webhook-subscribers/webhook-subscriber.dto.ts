import { ApiSchema, IntersectionType, PartialType } from '@nestjs/swagger';
import {
  check,
  ChoiceListMember,
  ChoiceMember,
  ChoiceQuery,
  ChoicesQuery,
  InstantMember,
  member,
  NumberMember,
  pageOf,
  PagingQuery,
  resourceOf,
  ResponseObjectMember,
  TextMember,
  WebAddressMember,
  type MemberOptions,
  choices,
} from '../../../platform/http/index.js';
import { isSecret } from '../signing/webhook-signature.js';
import {
  subscriberExtraChoices,
  WebhookSubscriberHealthResponse,
  type subscriberExtras,
} from '../subscriber-health/subscriber-health.dto.js';
import { topicPatterns } from '../webhook-topics.js';
import { WebhookFilterMembers, WebhookFilters } from './webhook-filters.dto.js';
import {
  disabledReasons,
  subscriberStatuses,
  type DisabledReason,
  type SubscriberStatus,
} from './webhook-subscriber.entity.js';

const secretExample = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

const statusChoices = choices(
  'WebhookSubscriberStatus',
  'Whether events are sent to a subscriber.',
  subscriberStatuses,
);

const disabledReasonChoices = choices(
  'WebhookDisabledReason',
  'Why a subscriber is disabled.',
  disabledReasons,
);

const topicPatternChoices = choices(
  'WebhookTopicPattern',
  'A topic, all topics of a resource, or all.',
  topicPatterns,
);

const SecretMember = (options: MemberOptions): PropertyDecorator =>
  member(
    options,
    { type: 'string', format: 'password', pattern: '^whsec_[A-Za-z0-9+/]+={0,2}$', maxLength: 94 },
    check(isSecret, 'must be whsec_ and the base64 of 24 to 64 bytes'),
  );

class WebhookSubscriberMembers {
  @TextMember({ description: 'What the subscriber is for.', example: 'CRM sync' })
  name!: string;

  @WebAddressMember({
    description:
      'Where events are sent, by https unless the operator allows http. It must lead to a public address: one that is written out is looked at here, a name at every send.',
    example: 'https://hooks.example.com/planning',
  })
  url!: string;
}

const description = {
  description: 'Notes for people.',
  example: 'Owned by the sales operations team',
  maxLength: 2000,
  nullable: true,
};

export class CreateWebhookSubscriberRequest extends IntersectionType(
  WebhookSubscriberMembers,
  WebhookFilterMembers,
) {
  @TextMember({ ...description, optional: true })
  description?: string | null;

  @SecretMember({
    description: 'What signs the deliveries: `whsec_` and the base64 of 24 to 64 bytes.',
    byDefault: 'a new one',
    example: secretExample,
    optional: true,
  })
  secret?: string;
}

export class UpdateWebhookSubscriberRequest extends IntersectionType(
  PartialType(WebhookSubscriberMembers, { skipNullProperties: false }),
  WebhookFilterMembers,
) {
  @TextMember({ ...description, optional: true })
  description?: string | null;

  @ChoiceMember(statusChoices, {
    description: 'A disabled subscriber gets nothing until it is enabled; what it missed is kept meanwhile.',
    example: 'enabled',
    optional: true,
  })
  status?: SubscriberStatus;
}

@ApiSchema({ description: 'The secret that is wanted, if it is not to be a random one.' })
export class RotateWebhookSecretRequest {
  @SecretMember({
    description: 'The new secret: `whsec_` and the base64 of 24 to 64 bytes.',
    byDefault: 'a random one',
    example: secretExample,
    optional: true,
  })
  secret?: string;
}

@ApiSchema({ description: 'The topics that are added.' })
export class SubscribeWebhookRequest {
  @ChoiceListMember(topicPatternChoices, {
    description: 'Topics such as `project.created`, all topics of a resource such as `project.*`, or `*`.',
    example: ['project.*', 'person.modified'],
    minItems: 1,
  })
  topics!: string[];
}

@ApiSchema({ description: 'What a webhook subscriber is subscribed to.' })
export class WebhookSubscriptionsResponse {
  @ChoiceListMember(topicPatternChoices, {
    description: 'Everything that the subscriber is subscribed to, in the order of the alphabet.',
    example: ['person.modified', 'project.*'],
  })
  topics!: string[];
}

const include = {
  description:
    'What subscribers show beside their members. `health`: how deliveries went in the last 24 hours.',
  example: ['health'],
};

export class ListWebhookSubscribersQuery extends PagingQuery {
  @ChoiceQuery(statusChoices, {
    description: 'Only subscribers with this status.',
    example: 'enabled',
  })
  status?: SubscriberStatus;

  @ChoicesQuery(subscriberExtraChoices, include)
  include?: (typeof subscriberExtras)[number][];
}

export class GetWebhookSubscriberQuery {
  @ChoicesQuery(subscriberExtraChoices, include)
  include?: (typeof subscriberExtras)[number][];
}

export class WebhookSubscriberResponse extends IntersectionType(
  resourceOf('webhook subscriber'),
  WebhookFilters,
) {
  @TextMember({ description: 'What the subscriber is for.', example: 'CRM sync' })
  name!: string;

  @WebAddressMember({ description: 'Where events are sent.', example: 'https://hooks.example.com/planning' })
  url!: string;

  @TextMember(description)
  description!: string | null;

  @ChoiceMember(statusChoices, { description: 'Whether events are sent to it.', example: 'enabled' })
  status!: SubscriberStatus;

  @ChoiceMember(disabledReasonChoices, {
    description:
      'Why it is disabled: `requested`, `gone` (the receiver responded with 410), or `failing` (nothing but failures for days). Null: it is enabled.',
    example: null,
    nullable: true,
  })
  disabled_reason!: DisabledReason | null;

  @InstantMember({
    description: 'When it was disabled. Null: it is enabled.',
    example: null,
    nullable: true,
  })
  disabled_date!: string | null;

  @ChoiceListMember(topicPatternChoices, {
    description: 'What it is subscribed to.',
    example: ['person.modified', 'project.*'],
  })
  topics!: string[];

  @InstantMember({
    description: 'Since when every attempt has failed. Null: the last one did not.',
    example: null,
    nullable: true,
    derived: true,
  })
  failing_since!: string | null;

  @NumberMember({
    description: 'Failed attempts since the last one that succeeded.',
    example: 0,
    minimum: 0,
    maximum: 2_147_483_647,
    decimals: 0,
    derived: true,
  })
  failures_in_row!: number;

  @InstantMember({
    description: 'Until when the secret before the present one signs too. Null: there is none.',
    example: null,
    nullable: true,
    derived: true,
  })
  previous_secret_expires_date!: string | null;
}

@ApiSchema({ description: 'One webhook subscriber with its secret, which is shown this once.' })
export class WebhookSubscriberWithSecretResponse extends WebhookSubscriberResponse {
  @SecretMember({
    description: 'What signs the deliveries. Shown here and never again.',
    example: secretExample,
  })
  secret!: string;
}

@ApiSchema({ description: 'One webhook subscriber, with its health where that is asked for.' })
export class ShownWebhookSubscriberResponse extends WebhookSubscriberResponse {
  @ResponseObjectMember(() => WebhookSubscriberHealthResponse, {
    description: 'How deliveries went in the last 24 hours, with `include=health` only.',
    example: { hours: [], last_error: null, oldest_waiting_date: null },
    optional: true,
    derived: true,
  })
  health?: WebhookSubscriberHealthResponse;
}

export class WebhookSubscriberPage extends pageOf(ShownWebhookSubscriberResponse) {}
