import { Inject, Injectable } from '@nestjs/common';
import { addressFault, isAllowed } from './address-rules.js';
import { HostResolver } from './host-resolver.js';
import { OUTBOUND_POLICY, type OutboundPolicy } from './outbound-policy.js';
import { targetOf, urlFault, type Target } from './url-rules.js';

/** Where a request goes: a URL and addresses that were checked. */
export interface Destination extends Target {
  readonly addresses: readonly string[];
}

/** Why a request goes nowhere; `detail` is said of the URL, as in "must ...". */
export interface Refusal {
  readonly errorClass: 'refused_url' | 'refused_address' | 'dns_failed' | 'aborted';
  readonly detail: string;
}

const notPublic = 'must lead to public addresses only';

/** Decides where a request may go, and to which addresses. */
@Injectable()
export class DestinationFinder {
  constructor(
    @Inject(OUTBOUND_POLICY) private readonly policy: OutboundPolicy,
    private readonly resolver: HostResolver,
  ) {}

  async find(url: string, signal?: AbortSignal): Promise<Destination | Refusal> {
    const fault = urlFault(url, this.policy.allowHttp);
    if (fault !== null) return { errorClass: 'refused_url', detail: fault };
    const target = targetOf(new URL(url));
    if (target.isLocalName && this.policy.allowedNetworks.length === 0) return refused();
    if (target.isAddress) return this.check(target, [target.host]);
    const addresses = await this.resolve(target.host, signal);
    if (signal?.aborted) return { errorClass: 'aborted', detail: 'was given up' };
    if (addresses.length === 0) return { errorClass: 'dns_failed', detail: 'must name a host that is known' };
    return this.check(target, addresses);
  }

  /** One bad address refuses them all, because nobody knows which one would be dialled. */
  private check(target: Target, addresses: readonly string[]): Destination | Refusal {
    const { allowedNetworks } = this.policy;
    const mayDial = (address: string): boolean =>
      addressFault(address, allowedNetworks) === null &&
      (!target.isLocalName || isAllowed(address, allowedNetworks));
    return addresses.every(mayDial) ? { ...target, addresses } : refused();
  }

  /** No addresses when there are none, or when the time to reach the receiver has run out. */
  private async resolve(host: string, signal?: AbortSignal): Promise<readonly string[]> {
    const limit = new AbortController();
    const stop = (): void => limit.abort();
    const timer = setTimeout(stop, this.policy.connectTimeout);
    signal?.addEventListener('abort', stop, { once: true });
    const stopped = new Promise<readonly string[]>((resolve) =>
      limit.signal.addEventListener('abort', () => resolve([]), { once: true }),
    );
    try {
      if (signal?.aborted) return [];
      return await Promise.race([this.resolver.resolve(host, limit.signal).catch(() => []), stopped]);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }
}

// What a name leads to is not said: an organization must not learn the addresses of the own network.
const refused = (): Refusal => ({ errorClass: 'refused_address', detail: notPublic });
