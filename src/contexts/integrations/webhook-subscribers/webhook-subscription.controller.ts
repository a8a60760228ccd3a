import { Body, Controller, Param } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { Topic } from '../../../platform/events/index.js';
import {
  ApiResource,
  CreateRoute,
  CurrentCaller,
  DeleteRoute,
  GetRoute,
  IdParam,
  type Caller,
} from '../../../platform/http/index.js';
import { deliverableTopics } from '../webhook-topics.js';
import { SubscribeWebhookRequest, WebhookSubscriptionsResponse } from './webhook-subscriber.dto.js';
import { WebhookSubscriptionService } from './webhook-subscription.service.js';
import { webhookSubscriberNotFound, webhookSubscriptionNotFound } from './webhook-subscriber.rules.js';

const topicTable = (): string =>
  ['| topic | sent when |', '| --- | --- |', ...deliverableTopics().map(topicRow)].join('\n');

const topicRow = ({ name, meaning }: Topic): string => `| ${name} | ${meaning} |`;

@Controller({ path: 'webhook-subscribers/:id/subscriptions', version: '1' })
@ApiResource('Webhooks', 'webhooks', {
  id: webhookSubscriberNotFound,
})
export class WebhookSubscriptionController {
  constructor(private readonly subscriptions: WebhookSubscriptionService) {}

  @GetRoute({
    response: WebhookSubscriptionsResponse,
    summary: 'Get the topics of a webhook subscriber',
    description: 'Returns everything that the webhook subscriber is subscribed to.',
  })
  getWebhookSubscriptions(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
  ): Promise<WebhookSubscriptionsResponse> {
    return this.subscriptions.get(caller.organizationId, id);
  }

  @CreateRoute({
    isVersioned: true,
    response: WebhookSubscriptionsResponse,
    summary: 'Subscribe a webhook subscriber to topics',
    description:
      'Adds topics to what the webhook subscriber is subscribed to. It counts for events that happen from now on, and may for some of the moments before; a topic that it has already is no fault. `project.*` stands for all topics of a resource and `*` for all there are, also those that are added later. An event that several of them match is sent once. Topics:',
    appendix: topicTable,
  })
  createWebhookSubscriptions(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() { topics }: SubscribeWebhookRequest,
  ): Promise<WebhookSubscriptionsResponse> {
    return this.subscriptions.subscribe(caller.organizationId, id, topics);
  }

  @DeleteRoute({
    refuses: [webhookSubscriptionNotFound],
    path: ':topic',
    summary: 'Unsubscribe a webhook subscriber from a topic',
    description:
      'Removes a topic from what the webhook subscriber is subscribed to. The topic is named as it was subscribed to: a subscriber of `project.*` has no subscription to `project.created` that could be removed (404). Deliveries that are made already are still sent; an event of the last moments may have none yet, and then gets none.',
  })
  @ApiParam({ name: 'topic', description: 'The topic or pattern.', example: 'project.*' })
  deleteWebhookSubscription(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Param('topic') topic: string,
  ): Promise<void> {
    return this.subscriptions.unsubscribe(caller.organizationId, id, topic);
  }
}
