import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import { changesIn, Clock, hasChanges, newId } from '../../../platform/values/index.js';
import { DeliveryControl } from '../delivery-pipeline/control/delivery-control.js';
import { SecretVault } from '../signing/secret-vault.js';
import { newSecret } from '../signing/webhook-signature.js';
import {
  webhookSubscriberCreated,
  webhookSubscriberDeleted,
  webhookSubscriberModified,
} from '../integrations.events.js';
import { columnsOf } from './subscriber-changes.js';
import { SubscriberRequirements } from './subscriber-requirements.js';
import type {
  CreateWebhookSubscriberRequest,
  GetWebhookSubscriberQuery,
  ListWebhookSubscribersQuery,
  ShownWebhookSubscriberResponse,
  UpdateWebhookSubscriberRequest,
  WebhookSubscriberResponse,
  WebhookSubscriberWithSecretResponse,
} from './webhook-subscriber.dto.js';
import { WebhookSubscriberRepository } from './webhook-subscriber.repository.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

@Injectable()
export class WebhookSubscriberService {
  constructor(
    private readonly subscribers: WebhookSubscriberRepository,
    private readonly vault: SecretVault,
    private readonly requirements: SubscriberRequirements,
    private readonly deliveries: DeliveryControl,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly events: EventPublisher,
  ) {}

  list(
    organizationId: string,
    query: ListWebhookSubscribersQuery,
    page: PageRequest,
  ): Promise<Page<ShownWebhookSubscriberResponse>> {
    return this.subscribers.list(organizationId, query, page);
  }

  get(
    organizationId: string,
    id: string,
    query: GetWebhookSubscriberQuery = {},
  ): Promise<ShownWebhookSubscriberResponse> {
    return this.subscribers.get(organizationId, id, query);
  }

  /** @returns the subscriber with its secret, readable only this once */
  async create(
    organizationId: string,
    request: CreateWebhookSubscriberRequest,
  ): Promise<WebhookSubscriberWithSecretResponse> {
    this.requirements.requireSafe(request.url);
    const { secret = newSecret() } = request;
    return this.unitOfWork.run(async () => {
      await this.requirements.requireRoom(organizationId);
      await this.requirements.requireKnown(organizationId, request);
      const id = await this.subscribers.insert(organizationId, request, this.vault.seal(secret));
      await this.events.publish(webhookSubscriberCreated, { organizationId, id });
      return { ...(await this.subscribers.get(organizationId, id)), secret };
    });
  }

  async update(
    organizationId: string,
    id: string,
    patch: UpdateWebhookSubscriberRequest,
  ): Promise<WebhookSubscriberResponse> {
    return this.unitOfWork.run(async () => {
      const before = await this.subscribers.lock(organizationId, id);
      versionMustMatch(before);
      const changes = changesIn(before, patch);
      if (!hasChanges(changes)) return before;
      if (changes.url !== undefined) this.requirements.requireSafe(changes.url);
      await this.requirements.requireKnown(organizationId, changes);
      await this.subscribers.update(organizationId, id, columnsOf(changes, this.clock.now()));
      if (changes.status !== undefined) await this.deliveries.followStatus(id);
      const after = await this.subscribers.get(organizationId, id);
      await this.events.publish(
        webhookSubscriberModified,
        changeOf(organizationId, [before, after], changes),
      );
      return after;
    });
  }

  /** Keeps the row for its deliveries, without anything usable. */
  async remove(organizationId: string, id: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const before = await this.subscribers.lock(organizationId, id);
      versionMustMatch(before);
      await this.subscribers.unsubscribe(organizationId, id, before.topics);
      await this.subscribers.update(organizationId, id, {
        status: 'deleted',
        statusChange: newId(),
        // Its path often contains a token.
        url: '',
        receivingHost: '',
        secret: '',
        previousSecret: null,
        previousSecretExpiresAt: null,
      });
      await this.deliveries.followStatus(id);
      await this.events.publish(webhookSubscriberDeleted, { organizationId, id });
    });
  }
}
