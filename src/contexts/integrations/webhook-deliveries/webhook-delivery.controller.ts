import { Body, Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CurrentCaller,
  GetRoute,
  IdParam,
  ListRoute,
  RequestRoute,
  RequestedList,
  type ListAnswer,
  type ListRequest,
  type Caller,
} from '../../../platform/http/index.js';
import {
  ListWebhookDeliveriesQuery,
  RedeliveredWebhooksResponse,
  RedeliverWebhooksRequest,
  WebhookDeliveryDetailResponse,
  WebhookDeliveryPage,
} from './webhook-delivery.dto.js';
import { WebhookDeliveryService } from './webhook-delivery.service.js';
import {
  webhookSubscriberDisabled,
  webhookSubscriberNotFound,
} from '../webhook-subscribers/webhook-subscriber.rules.js';
import { webhookDeliveryNotFound, webhookDeliveryNotOver } from './webhook-delivery.rules.js';

@Controller({ path: 'webhook-subscribers/:id', version: '1' })
@ApiResource('Webhooks', 'webhooks', {
  id: webhookSubscriberNotFound,
  delivery_id: webhookDeliveryNotFound,
})
export class WebhookDeliveryController {
  constructor(private readonly deliveries: WebhookDeliveryService) {}

  @RequestRoute({
    isVersioned: true,
    refuses: [webhookSubscriberDisabled],
    path: 'ping',
    response: WebhookDeliveryDetailResponse,
    summary: 'Ping a webhook subscriber',
    description:
      'Sends `webhook.ping` to this subscriber alone, whatever it is subscribed to, to see that it responds. The response is the delivery, whose attempts can be looked at afterwards. A disabled subscriber is not pinged (409).',
  })
  pingWebhookSubscriber(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
  ): Promise<WebhookDeliveryDetailResponse> {
    return this.deliveries.ping(caller.organizationId, id);
  }

  @ListRoute({
    path: 'deliveries',
    response: WebhookDeliveryPage,
    summary: 'List the deliveries to a webhook subscriber',
    description:
      'Lists the deliveries to a webhook subscriber, one for each event that it gets, in the order in which they were made, with how the last attempt went. They are kept for 14 days when delivered and 30 days otherwise, unless the operator says otherwise.',
  })
  listWebhookDeliveries(
    @RequestedList() list: ListRequest,
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Query() query: ListWebhookDeliveriesQuery,
  ): Promise<ListAnswer<WebhookDeliveryPage>> {
    return list.answer(query, (page) => this.deliveries.list(caller.organizationId, id, query, page));
  }

  @GetRoute({
    refuses: [webhookSubscriberNotFound],
    path: 'deliveries/:delivery_id',
    response: WebhookDeliveryDetailResponse,
    summary: 'Get a delivery',
    description:
      'Returns one delivery with the body that is sent and every attempt: how the receiver responded, and how long it took.',
  })
  getWebhookDelivery(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @IdParam('delivery_id') deliveryId: string,
  ): Promise<WebhookDeliveryDetailResponse> {
    return this.deliveries.get(caller.organizationId, id, deliveryId);
  }

  @RequestRoute({
    isVersioned: true,
    refuses: [webhookSubscriberNotFound, webhookSubscriberDisabled, webhookDeliveryNotOver],
    path: 'deliveries/:delivery_id/redeliver',
    response: WebhookDeliveryDetailResponse,
    summary: 'Redeliver one delivery',
    description:
      'Makes one more attempt with the same id and body, and a fresh timestamp and signature; it is not repeated when it fails. Only a delivery that is `delivered` or `exhausted` is sent once more, and only to an enabled subscriber (409).',
  })
  redeliverWebhook(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @IdParam('delivery_id') deliveryId: string,
  ): Promise<WebhookDeliveryDetailResponse> {
    return this.deliveries.redeliver(caller.organizationId, id, deliveryId);
  }

  @RequestRoute({
    isVersioned: true,
    refuses: [webhookSubscriberDisabled],
    path: 'redeliver',
    hasBody: true,
    response: RedeliveredWebhooksResponse,
    summary: 'Redeliver a range of deliveries',
    description:
      'Makes one more attempt of each delivery that was made in this time and is `delivered` or `exhausted`, as if each was redelivered by itself: of all of them or, when it is refused or fails, of none. A disabled subscriber gets nothing (409).',
  })
  redeliverWebhooks(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() range: RedeliverWebhooksRequest,
  ): Promise<RedeliveredWebhooksResponse> {
    return this.deliveries.redeliverRange(caller.organizationId, id, range);
  }
}
