import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS } from '../../../../platform/config/index.js';
import type { WebhookSettings } from '../../integrations.settings.js';
import { GuardedClient, type Exchange } from '../../../../platform/outbound/index.js';
import { Clock } from '../../../../platform/values/index.js';
import { SecretVault } from '../../signing/secret-vault.js';
import { signedHeaders } from '../../signing/webhook-signature.js';
import type { AttemptResult } from './attempt.repository.js';
import type { ClaimedAttempt } from './claimed-attempt.js';

export type SentAttempt = AttemptResult & Pick<Exchange, 'isStale'>;

interface Sending {
  readonly isAlone: boolean;
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

@Injectable()
export class AttemptSender {
  private readonly logger = new Logger(AttemptSender.name);

  constructor(
    private readonly client: GuardedClient,
    private readonly vault: SecretVault,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: WebhookSettings,
  ) {}

  /** @returns null when nothing was sent because the receiver had no free connection */
  async send(attempt: ClaimedAttempt, sending: Sending): Promise<SentAttempt | null> {
    const { organization_id: organizationId, message_id: id, body, url } = attempt;
    const began = performance.now();
    const secrets = this.secretsOf(attempt);
    if (!secrets) return secretUnreadable;
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'planning-delivery-api',
      ...signedHeaders({ id, body, secrets, at: this.clock.now() }),
    };
    const exchange = await this.client.post({ url, headers, body, organizationId, ...sending });
    if (exchange?.errorClass !== 'address_unavailable') return exchange;
    return this.conceal(exchange, began, sending.signal);
  }

  /** Unknown and forbidden names both take the connect timeout, so that the duration does not reveal which. */
  private async conceal(exchange: Exchange, began: number, signal: AbortSignal): Promise<SentAttempt> {
    const durationMs = this.settings.WEBHOOK_CONNECT_TIMEOUT_MS;
    const left = Math.max(0, began + durationMs - performance.now());
    const isGivenUp = await pause(left, false, { signal }).catch(() => true);
    return isGivenUp ? { ...exchange, errorClass: 'aborted' } : { ...exchange, durationMs };
  }

  // Secrets of another key stay unreadable: the failure ends the attempt and is visible to the owner.
  private secretsOf({
    secret,
    previous_secret,
    organization_id: organizationId,
    webhook_subscriber_id: webhookSubscriberId,
  }: ClaimedAttempt): string[] | null {
    const sealed = previous_secret === null ? [secret] : [secret, previous_secret];
    try {
      return sealed.map((text) => this.vault.open(text));
    } catch (error) {
      this.logger.error({ err: error, organizationId, webhookSubscriberId }, 'A secret cannot be read');
      return null;
    }
  }
}

const secretUnreadable: SentAttempt = {
  status: null,
  errorClass: 'secret_unreadable',
  durationMs: 0,
  responseBody: '',
  retryAfter: null,
  isStale: false,
};
