import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { firstIdAt } from '../../../platform/values/index.js';
import { DeliveryControl } from '../delivery-pipeline/control/delivery-control.js';
import { WebhookSubscriberRepository } from '../webhook-subscribers/webhook-subscriber.repository.js';
import { subscriberMustBeEnabled } from '../webhook-subscribers/webhook-subscriber.rules.js';
import type {
  ListedWebhookDeliveryResponse,
  ListWebhookDeliveriesQuery,
  RedeliveredWebhooksResponse,
  RedeliverWebhooksRequest,
  WebhookDeliveryDetailResponse,
} from './webhook-delivery.dto.js';
import { WebhookDeliveryRepository } from './webhook-delivery.repository.js';
import { deliveryMustBeOver, rangeMustNotBeEmpty } from './webhook-delivery.rules.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

@Injectable()
export class WebhookDeliveryService {
  constructor(
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly subscribers: WebhookSubscriberRepository,
    private readonly control: DeliveryControl,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async list(
    organizationId: string,
    subscriberId: string,
    query: ListWebhookDeliveriesQuery,
    page: PageRequest,
  ): Promise<Page<ListedWebhookDeliveryResponse>> {
    await this.subscribers.get(organizationId, subscriberId);
    return this.deliveries.list(organizationId, subscriberId, query, page);
  }

  async get(
    organizationId: string,
    subscriberId: string,
    id: string,
  ): Promise<WebhookDeliveryDetailResponse> {
    await this.subscribers.get(organizationId, subscriberId);
    const delivery = await this.deliveries.get(organizationId, subscriberId, id);
    return { ...delivery, attempts: await this.deliveries.attemptsOf(organizationId, id) };
  }

  ping(organizationId: string, subscriberId: string): Promise<WebhookDeliveryDetailResponse> {
    return this.unitOfWork.run(async () => {
      await this.lockEnabled(organizationId, subscriberId);
      const id = await this.control.ping(organizationId, subscriberId);
      return this.get(organizationId, subscriberId, id);
    });
  }

  redeliver(
    organizationId: string,
    subscriberId: string,
    id: string,
  ): Promise<WebhookDeliveryDetailResponse> {
    return this.unitOfWork.run(async () => {
      const { status } = await this.subscribers.lock(organizationId, subscriberId);
      const delivery = await this.deliveries.lock(organizationId, subscriberId, id);
      versionMustMatch(delivery);
      subscriberMustBeEnabled(status);
      deliveryMustBeOver(delivery.state);
      await this.control.redeliver(organizationId, subscriberId, id);
      return this.get(organizationId, subscriberId, id);
    });
  }

  /** One more attempt of each finished delivery of the range, or of none: who asks again must not get two of any. */
  redeliverRange(
    organizationId: string,
    subscriberId: string,
    range: RedeliverWebhooksRequest,
  ): Promise<RedeliveredWebhooksResponse> {
    return this.unitOfWork.run(async () => {
      await this.lockEnabled(organizationId, subscriberId);
      rangeMustNotBeEmpty(range);
      const to = firstIdAt(new Date(range.created_before));
      let count = 0;
      let after: string | null = firstIdAt(new Date(range.created_after));
      while (after) {
        const batch = await this.control.redeliverRange(
          organizationId,
          subscriberId,
          after,
          to,
          range.states,
        );
        count += batch.count;
        after = batch.last;
      }
      return { count };
    });
  }

  private async lockEnabled(organizationId: string, subscriberId: string): Promise<void> {
    const subscriber = await this.subscribers.lock(organizationId, subscriberId);
    versionMustMatch(subscriber);
    subscriberMustBeEnabled(subscriber.status);
  }
}
