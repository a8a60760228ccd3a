import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Connections } from './connections/connections.js';
import { DestinationFinder } from './destination-finder.js';
import { exchange, type Outcome } from './exchange.js';
import type { ExchangeLimits, Outgoing } from './open-request.js';
import { OUTBOUND_POLICY, type OutboundPolicy } from './outbound-policy.js';

export interface OutboundRequest extends Outgoing {
  readonly url: string;
  /** Whose request it is: the connections to one receiver are shared between organizations. */
  readonly organizationId: string;
  /** Whether it needs a connection that has served no other request. */
  readonly isAlone: boolean;
  /** Milliseconds for which it waits for a place at the receiver at most. */
  readonly patienceMs: number;
}

/** What came of a request. It went well when `status` is 2xx and `errorClass` is null. */
export interface Exchange extends Outcome {
  /** Without the time for which it waited for a place at the receiver. */
  readonly durationMs: number;
}

/** Sends requests to addresses that organizations choose, without letting them reach or hold up anything else. */
@Injectable()
export class GuardedClient implements OnModuleDestroy {
  private readonly connections: Connections;

  constructor(
    @Inject(OUTBOUND_POLICY) private readonly policy: OutboundPolicy,
    private readonly destinations: DestinationFinder,
  ) {
    this.connections = new Connections(policy.hostCap);
  }

  /**
   * Never throws for what a receiver is or does, and takes no longer than the setting says from when it begins.
   * @returns null when the receiver had no place for it in time: nothing was sent
   */
  async post(request: OutboundRequest): Promise<Exchange | null> {
    const began = performance.now();
    const found = await this.destinations.find(request.url, request.signal);
    const findingMs = Math.round(performance.now() - began);
    if ('errorClass' in found) return { ...unsent, ...found, durationMs: findingMs };
    // Of a process that was frozen the time has run out.
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

  /**
   * What can be said against a URL, as in "must ..."; null when nothing can. No name is looked up, so that the answer
   * tells nobody which ones there are.
   */
  faultOf(url: string): string | null {
    return this.destinations.faultOf(url);
  }

  /**
   * So many processes send now: each has its part of the connections to one receiver, and one at least.
   * @returns the part
   */
  shareAmong(processes: number): number {
    const part = Math.max(1, Math.floor(this.policy.hostCap / processes));
    this.connections.limitTo(part);
    return part;
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
}

const unsent: Omit<Outcome, 'errorClass'> = {
  status: null,
  responseBody: '',
  retryAfter: null,
  isStale: false,
};
