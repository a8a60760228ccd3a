import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../platform/config/index.js';
import type { WebhookSettings } from '../integrations.settings.js';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { GuardedClient } from '../../../platform/outbound/index.js';
import { changesIn, Clock, hasChanges, newId } from '../../../platform/values/index.js';
import { DeliveryControl } from '../delivery-pipeline/control/delivery-control.js';
import { SecretVault } from '../signing/secret-vault.js';
import { newSecret } from '../signing/webhook-signature.js';
import { columnsOf } from './subscriber-changes.js';
import type {
  CreateWebhookSubscriberRequest,
  ListWebhookSubscribersQuery,
  UpdateWebhookSubscriberRequest,
  WebhookSubscriberResponse,
  WebhookSubscriberWithSecretResponse,
} from './webhook-subscriber.dto.js';
import { WebhookSubscriberRepository } from './webhook-subscriber.repository.js';
import { subscriberLimitMustNotBeReached, urlMustBeSafe } from './webhook-subscriber.rules.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

@Injectable()
export class WebhookSubscriberService {
  constructor(
    private readonly subscribers: WebhookSubscriberRepository,
    private readonly vault: SecretVault,
    private readonly client: GuardedClient,
    private readonly deliveries: DeliveryControl,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: WebhookSettings,
  ) {}

  list(
    organizationId: string,
    query: ListWebhookSubscribersQuery,
    page: PageRequest,
  ): Promise<Page<WebhookSubscriberResponse>> {
    return this.subscribers.list(organizationId, query, page);
  }

  get(organizationId: string, id: string): Promise<WebhookSubscriberResponse> {
    return this.subscribers.get(organizationId, id);
  }

  /** @returns the subscriber with its secret, readable only this once */
  async create(
    organizationId: string,
    request: CreateWebhookSubscriberRequest,
  ): Promise<WebhookSubscriberWithSecretResponse> {
    this.requireSafe(request.url);
    const { secret = newSecret() } = request;
    return this.unitOfWork.run(async () => {
      const count = await this.subscribers.lockCount(organizationId);
      subscriberLimitMustNotBeReached(count, this.settings.WEBHOOK_MAX_SUBSCRIBERS);
      const id = await this.subscribers.insert(organizationId, request, this.vault.seal(secret));
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
      if (changes.url !== undefined) this.requireSafe(changes.url);
      await this.subscribers.update(organizationId, id, columnsOf(changes, this.clock.now()));
      if (changes.status !== undefined) await this.deliveries.followStatus(id);
      return this.subscribers.get(organizationId, id);
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
    });
  }

  /** The old secret signs for a while; repeating a request changes nothing. @returns the secret, only once */
  rotateSecret(
    organizationId: string,
    id: string,
    secret = newSecret(),
  ): Promise<WebhookSubscriberWithSecretResponse> {
    return this.unitOfWork.run(async () => {
      const before = await this.subscribers.lock(organizationId, id);
      versionMustMatch(before);
      const present = await this.subscribers.sealedSecret(organizationId, id);
      if (this.vault.open(present) === secret) return { ...before, secret };
      await this.subscribers.update(organizationId, id, {
        secret: this.vault.seal(secret),
        previousSecret: present,
        previousSecretExpiresAt: new Date(this.clock.now().getTime() + this.overlapMs),
      });
      return { ...(await this.subscribers.get(organizationId, id)), secret };
    });
  }

  private get overlapMs(): number {
    return this.settings.WEBHOOK_SECRET_OVERLAP_SECONDS * 1000;
  }

  private requireSafe(url: string): void {
    urlMustBeSafe(this.client.faultOf(url));
  }
}
