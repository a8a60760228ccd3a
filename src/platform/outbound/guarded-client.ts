import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Connections } from './connections/connections.js';
import { DestinationFinder } from './destinations/destination-finder.js';
import { exchange, type Outcome } from './exchange.js';
import type { ExchangeLimits, Outgoing } from './open-request.js';
import { OUTBOUND_POLICY, type OutboundPolicy } from './outbound-policy.js';

export interface OutboundRequest extends Outgoing {
  readonly url: string;
  readonly organizationId: string;
  readonly isAlone: boolean;
  readonly patienceMs: number;
}

export interface Exchange extends Outcome {
  readonly durationMs: number;
}

/** Sends requests to URLs of organizations without exposing internal services or blocking other receivers. */
@Injectable()
export class GuardedClient implements OnModuleDestroy {
  private readonly connections: Connections;

  constructor(
    @Inject(OUTBOUND_POLICY) private readonly policy: OutboundPolicy,
    private readonly destinations: DestinationFinder,
  ) {
    this.connections = new Connections(policy.hostCap);
  }

  /** Never rejects because of the receiver. @returns null without a free connection in time: nothing was sent */
  async post(request: OutboundRequest): Promise<Exchange | null> {
    const began = performance.now();
    const found = await this.destinations.find(request.url, request.signal);
    const findingMs = Math.round(performance.now() - began);
    if ('errorClass' in found) return { ...unsent, ...found, durationMs: findingMs };
    if (findingMs >= this.policy.exchangeTimeout)
      return { ...unsent, errorClass: 'timed_out', durationMs: findingMs };
    const demand = { ...request, party: request.organizationId };
    return this.connections.use(found, demand, async (agent) => {
      const sent = performance.now();
      const outcome = await exchange(found, request, this.limits(findingMs), agent);
      if (outcome.isStale) this.connections.distrust(found);
      return { ...outcome, durationMs: Math.round(findingMs + performance.now() - sent) };
    });
  }

  /** Completes "must ..."; null: no fault. Without DNS, so that the response reveals no names. */
  faultOf(url: string): string | null {
    return this.destinations.faultOf(url);
  }

  /** Divides the connections per receiver among so many processes. @returns the share, at least 1 */
  shareAmong(processes: number): number {
    const part = Math.max(1, Math.floor(this.policy.hostCap / processes));
    this.connections.limitTo(part);
    return part;
  }

  private limits(elapsed: number): ExchangeLimits {
    return {
      connect: Math.max(1, this.policy.connectTimeout - elapsed),
      exchange: Math.max(1, this.policy.exchangeTimeout - elapsed),
      response: this.policy.response,
      trustedCertificates: this.policy.trustedCertificates,
    };
  }

  onModuleDestroy(): void {
    this.connections.close();
  }
}

const unsent: Omit<Outcome, 'errorClass'> = {
  status: null,
  responseBody: '',
  retryAfter: null,
  isStale: false,
};
