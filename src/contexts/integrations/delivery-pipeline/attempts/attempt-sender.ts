import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../../platform/config/settings.js';
import { GuardedClient, type Exchange } from '../../../../platform/outbound/index.js';
import { Clock } from '../../../../platform/values/index.js';
import { SecretVault } from '../../signing/secret-vault.js';
import { signedHeaders } from '../../signing/webhook-signature.js';
import type { Sent } from './attempt.repository.js';
import type { ClaimedAttempt } from './claimed-attempt.js';

/** What came of an attempt that was made. */
export type SentOnce = Sent & Pick<Exchange, 'isStale'>;

interface Sending {
  /** Whether it needs a connection that has served no other request. */
  readonly isAlone: boolean;
  /** Milliseconds for which it waits for a place at its receiver at most. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/** Signs attempts and sends them: each is one request at most. */
@Injectable()
export class AttemptSender {
  private readonly logger = new Logger(AttemptSender.name);

  constructor(
    private readonly client: GuardedClient,
    private readonly vault: SecretVault,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @returns null when nothing was sent, because its receiver had no place for it in time */
  async send(attempt: ClaimedAttempt, sending: Sending): Promise<SentOnce | null> {
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

  /**
   * How long it took to find out would tell a name that nobody knows from one that leads where nobody may go. So it takes
   * as long as a receiver has to be reached, always.
   */
  private async conceal(exchange: Exchange, began: number, signal: AbortSignal): Promise<SentOnce> {
    const durationMs = this.settings.WEBHOOK_CONNECT_TIMEOUT_MS;
    const left = Math.max(0, began + durationMs - performance.now());
    const isGivenUp = await pause(left, false, { signal }).catch(() => true);
    return isGivenUp ? { ...exchange, errorClass: 'aborted' } : { ...exchange, durationMs };
  }

  // What was encrypted with another key stays unreadable: as a failure it comes to an end, and its owner sees it.
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

const secretUnreadable: SentOnce = {
  status: null,
  errorClass: 'secret_unreadable',
  durationMs: 0,
  responseBody: '',
  retryAfter: null,
  isStale: false,
};
