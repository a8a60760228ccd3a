import { Body, Controller, Query } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import {
  ApiResource,
  CreateRoute,
  CurrentCaller,
  DeleteRoute,
  GetRoute,
  IdParam,
  ListRoute,
  NotInBatch,
  OutcomeRoute,
  RequestedList,
  type ListAnswer,
  type ListRequest,
  UpdateRoute,
  type Caller,
} from '../../../platform/http/index.js';
import {
  CreateWebhookSubscriberRequest,
  GetWebhookSubscriberQuery,
  ListWebhookSubscribersQuery,
  RotateWebhookSecretRequest,
  ShownWebhookSubscriberResponse,
  UpdateWebhookSubscriberRequest,
  WebhookSubscriberPage,
  WebhookSubscriberResponse,
  WebhookSubscriberWithSecretResponse,
} from './webhook-subscriber.dto.js';
import { WebhookSecretService } from './webhook-secret.service.js';
import { WebhookSubscriberService } from './webhook-subscriber.service.js';
import {
  webhookFilterUnknown,
  webhookSubscriberLimitReached,
  webhookSubscriberNotFound,
} from './webhook-subscriber.rules.js';

@Controller({ path: 'webhook-subscribers', version: '1' })
@ApiResource('Webhooks', 'webhooks', { id: webhookSubscriberNotFound })
export class WebhookSubscriberController {
  constructor(
    private readonly subscribers: WebhookSubscriberService,
    private readonly secrets: WebhookSecretService,
  ) {}

  @ListRoute({
    response: WebhookSubscriberPage,
    summary: 'List webhook subscribers',
    description:
      'Lists where events of the organization are sent, in the order of creation. Secrets are not shown. With `include=health` each has the deliveries of the last 24 hours by hour and state, the last error in words, and since when the oldest delivery waits.',
  })
  listWebhookSubscribers(
    @RequestedList() list: ListRequest,
    @CurrentCaller() caller: Caller,
    @Query() query: ListWebhookSubscribersQuery,
  ): Promise<ListAnswer<WebhookSubscriberPage>> {
    return list.answer(query, (page) => this.subscribers.list(caller.organizationId, query, page));
  }

  @NotInBatch()
  @CreateRoute({
    needsRecentSignIn: true,
    refuses: [webhookSubscriberLimitReached, webhookFilterUnknown],
    response: WebhookSubscriberWithSecretResponse,
    summary: 'Create a webhook subscriber',
    description:
      'Creates a webhook subscriber. It is enabled and gets nothing until it is subscribed to topics; `project_ids`, `modified_properties` and `exclude_access_token_ids` narrow what it gets of them. The `secret` that signs its deliveries is in this response and cannot be read again. An address that is not public is refused (400), and so is one subscriber more than an organization may have, 20 unless the operator says otherwise (409).',
  })
  createWebhookSubscriber(
    @CurrentCaller() caller: Caller,
    @Body() subscriber: CreateWebhookSubscriberRequest,
  ): Promise<WebhookSubscriberWithSecretResponse> {
    return this.subscribers.create(caller.organizationId, subscriber);
  }

  @GetRoute({
    path: ':id',
    response: ShownWebhookSubscriberResponse,
    summary: 'Get a webhook subscriber',
    description:
      'Returns everything about a subscriber but its secret; with `include=health` also how deliveries went in the last 24 hours, as in the list.',
  })
  getWebhookSubscriber(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Query() query: GetWebhookSubscriberQuery,
  ): Promise<ShownWebhookSubscriberResponse> {
    return this.subscribers.get(caller.organizationId, id, query);
  }

  @UpdateRoute({
    path: ':id',
    // Another address would receive all events for good.
    needsRecentSignIn: true,
    refuses: [webhookFilterUnknown],
    response: WebhookSubscriberResponse,
    summary: 'Update a webhook subscriber',
    description:
      'Changes, enables or disables a webhook subscriber. Disabling parks what is not delivered yet; events that come meanwhile are parked too. Enabling delivers all of it, and starts the count of failures anew, as another `url` does. A new `url` counts for every attempt from now on, also of older events.',
  })
  updateWebhookSubscriber(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() patch: UpdateWebhookSubscriberRequest,
  ): Promise<WebhookSubscriberResponse> {
    return this.subscribers.update(caller.organizationId, id, patch);
  }

  @DeleteRoute({
    path: ':id',
    summary: 'Delete a webhook subscriber',
    description:
      'Deletes a webhook subscriber. What is not delivered yet is cancelled, and the secret is wiped. It cannot be taken back.',
  })
  deleteWebhookSubscriber(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<void> {
    return this.subscribers.remove(caller.organizationId, id);
  }

  @NotInBatch()
  @OutcomeRoute({
    needsRecentSignIn: true,
    isVersioned: true,
    path: ':id/rotate-secret',
    examples: { random: { summary: 'A random secret', value: {} } },
    response: WebhookSubscriberWithSecretResponse,
    summary: 'Rotate the secret of a webhook subscriber',
    description:
      'Gives a webhook subscriber a new secret. The new `secret` is in this response and cannot be read again. For 24 hours, unless the operator says otherwise, the secret before it signs too: `webhook-signature` then has a signature of each. Only the last two secrets sign, so another rotation within this time ends that of the oldest. Sending the present secret changes nothing.',
  })
  @ApiBody({ type: RotateWebhookSecretRequest, required: false })
  rotateWebhookSecret(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() { secret }: RotateWebhookSecretRequest,
  ): Promise<WebhookSubscriberWithSecretResponse> {
    return this.secrets.rotate(caller.organizationId, id, secret);
  }
}
