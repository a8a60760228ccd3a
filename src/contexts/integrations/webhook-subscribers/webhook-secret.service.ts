import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../platform/config/index.js';
import { UnitOfWork } from '../../../platform/database/index.js';
import { EventPublisher } from '../../../platform/events/index.js';
import { Clock } from '../../../platform/values/index.js';
import { webhookSubscriberModified } from '../integrations.events.js';
import type { WebhookSettings } from '../integrations.settings.js';
import { SecretVault } from '../signing/secret-vault.js';
import { newSecret } from '../signing/webhook-signature.js';
import type { WebhookSubscriberWithSecretResponse } from './webhook-subscriber.dto.js';
import { WebhookSubscriberRepository } from './webhook-subscriber.repository.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

@Injectable()
export class WebhookSecretService {
  constructor(
    private readonly subscribers: WebhookSubscriberRepository,
    private readonly vault: SecretVault,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: WebhookSettings,
  ) {}

  /** The old secret signs for a while; repeating a request changes nothing. @returns the secret, only once */
  rotate(
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
      // Of a secret nothing is told but that it changed.
      const payload = { modifiedProperties: ['secret'] };
      await this.events.publish(webhookSubscriberModified, { organizationId, id, payload });
      return { ...(await this.subscribers.get(organizationId, id)), secret };
    });
  }

  private get overlapMs(): number {
    return this.settings.WEBHOOK_SECRET_OVERLAP_SECONDS * 1000;
  }
}
