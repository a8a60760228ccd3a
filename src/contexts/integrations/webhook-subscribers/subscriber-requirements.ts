import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../platform/config/index.js';
import { GuardedClient } from '../../../platform/outbound/index.js';
import type { WebhookSettings } from '../integrations.settings.js';
import type { WebhookFilterMembers } from './webhook-filters.dto.js';
import { WebhookSubscriberRepository } from './webhook-subscriber.repository.js';
import {
  filterMustBeKnown,
  subscriberLimitMustNotBeReached,
  urlMustBeSafe,
} from './webhook-subscriber.rules.js';

@Injectable()
export class SubscriberRequirements {
  constructor(
    private readonly subscribers: WebhookSubscriberRepository,
    private readonly client: GuardedClient,
    @Inject(SETTINGS) private readonly settings: WebhookSettings,
  ) {}

  async requireRoom(organizationId: string): Promise<void> {
    const count = await this.subscribers.lockCount(organizationId);
    subscriberLimitMustNotBeReached(count, this.settings.WEBHOOK_MAX_SUBSCRIBERS);
  }

  async requireKnown(
    organizationId: string,
    { project_ids, exclude_access_token_ids }: WebhookFilterMembers,
  ): Promise<void> {
    if (project_ids) {
      const unknown = await this.subscribers.unknownOf(organizationId, 'projects', project_ids);
      filterMustBeKnown('project_ids', unknown);
    }
    if (exclude_access_token_ids) {
      const named = exclude_access_token_ids;
      const unknown = await this.subscribers.unknownOf(organizationId, 'access_tokens', named);
      filterMustBeKnown('exclude_access_token_ids', unknown);
    }
  }

  requireSafe(url: string): void {
    urlMustBeSafe(this.client.faultOf(url));
  }
}
