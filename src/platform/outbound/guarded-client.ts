import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DestinationFinder } from './destination-finder.js';
import { exchange, type ExchangeLimits, type Outcome, type Outgoing } from './exchange.js';
import { KeptConnections } from './kept-connections.js';
import { OUTBOUND_POLICY, type OutboundPolicy } from './outbound-policy.js';

export interface OutboundRequest extends Outgoing {
  readonly url: string;
}

/** What came of a request. It went well when `status` is 2xx and `errorClass` is null. */
export interface Exchange extends Outcome {
  readonly durationMs: number;
}

/** Sends requests to addresses that organizations choose, without letting them reach or hold up anything else. */
@Injectable()
export class GuardedClient implements OnModuleDestroy {
  private readonly connections = new KeptConnections();

  constructor(
    @Inject(OUTBOUND_POLICY) private readonly policy: OutboundPolicy,
    private readonly destinations: DestinationFinder,
  ) {}

  /** Never throws for what a receiver is or does, and takes no longer than the setting says. */
  async post(request: OutboundRequest): Promise<Exchange> {
    const began = performance.now();
    const elapsed = (): number => performance.now() - began;
    const found = await this.destinations.find(request.url, request.signal);
    const outcome =
      'errorClass' in found
        ? { status: null, errorClass: found.errorClass, responseBody: '', retryAfter: null }
        : await exchange(found, request, this.limits(elapsed()), this.connections);
    return { ...outcome, durationMs: Math.round(elapsed()) };
  }

  private limits(elapsed: number): ExchangeLimits {
    return {
      connect: Math.max(1, this.policy.connectTimeout - elapsed),
      exchange: Math.max(1, this.policy.exchangeTimeout - elapsed),
      answer: this.policy.answer,
      trustedCertificates: this.policy.trustedCertificates,
    };
  }

  onModuleDestroy(): void {
    this.connections.close();
  }

  /**
   * Whether requests may go to this URL as things are now. Asks DNS, so it is called before a transaction, not in it.
   * @returns what is wrong, said of the URL as in "must ..."; null when nothing is, also for a name without an
   * address, which every send looks up again
   */
  async requireSafeUrl(url: string): Promise<string | null> {
    const found = await this.destinations.find(url);
    return 'errorClass' in found && found.errorClass !== 'dns_failed' ? found.detail : null;
  }
}
