import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../platform/config/index.js';
import { GuardedClient } from '../../../platform/outbound/index.js';
import type { WebhookSettings } from '../integrations.settings.js';
import { WebhookSubscriberRepository } from './webhook-subscriber.repository.js';
import { subscriberLimitMustNotBeReached, urlMustBeSafe } from './webhook-subscriber.rules.js';

@Injectable()
export class SubscriberRequirements {
  constructor(
    private readonly subscribers: WebhookSubscriberRepository,
    private readonly client: GuardedClient,
    @Inject(SETTINGS) private readonly settings: WebhookSettings,
  ) {}

  /** Call it in a unit of work. */
  async requireRoom(organizationId: string): Promise<void> {
    const count = await this.subscribers.lockCount(organizationId);
    subscriberLimitMustNotBeReached(count, this.settings.WEBHOOK_MAX_SUBSCRIBERS);
  }

  requireSafe(url: string): void {
    urlMustBeSafe(this.client.faultOf(url));
  }
}
