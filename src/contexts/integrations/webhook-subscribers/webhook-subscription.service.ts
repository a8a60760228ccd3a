import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import { webhookSubscriberModified } from '../integrations.events.js';
import type { WebhookSubscriberResponse, WebhookSubscriptionsResponse } from './webhook-subscriber.dto.js';
import { WebhookSubscriberRepository } from './webhook-subscriber.repository.js';
import { topicMustBeSubscribed } from './webhook-subscriber.rules.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

@Injectable()
export class WebhookSubscriptionService {
  constructor(
    private readonly subscribers: WebhookSubscriberRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  async get(organizationId: string, id: string): Promise<WebhookSubscriptionsResponse> {
    const { topics } = await this.subscribers.get(organizationId, id);
    return { topics };
  }

  subscribe(
    organizationId: string,
    id: string,
    topics: readonly string[],
  ): Promise<WebhookSubscriptionsResponse> {
    return this.unitOfWork.run(async () => {
      const before = await this.subscribers.lock(organizationId, id);
      versionMustMatch(before);
      const added = topics.filter((topic) => !before.topics.includes(topic));
      if (added.length === 0) return { topics: before.topics };
      await this.subscribers.subscribe(organizationId, id, added);
      return { topics: await this.save(organizationId, before) };
    });
  }

  async unsubscribe(organizationId: string, id: string, topic: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const before = await this.subscribers.lock(organizationId, id);
      versionMustMatch(before);
      topicMustBeSubscribed(before.topics, topic);
      await this.subscribers.unsubscribe(organizationId, id, [topic]);
      await this.save(organizationId, before);
    });
  }

  private async save(organizationId: string, before: WebhookSubscriberResponse): Promise<string[]> {
    await this.subscribers.touch(organizationId, before.id);
    const after = await this.subscribers.get(organizationId, before.id);
    const change = changeOf(organizationId, [before, after], ['topics']);
    await this.events.publish(webhookSubscriberModified, change);
    return after.topics;
  }
}
