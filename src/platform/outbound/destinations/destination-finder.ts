import { Inject, Injectable } from '@nestjs/common';
import { whenPatienceEnds } from '../../background/index.js';
import { addressFault, isAllowed } from './address-rules.js';
import { HostResolver } from './host-resolver.js';
import { OUTBOUND_POLICY, type OutboundPolicy } from '../outbound-policy.js';
import { targetOf, urlFault, type Target } from './url-rules.js';

export interface Destination extends Target {
  readonly addresses: readonly string[];
}

/** Unknown and forbidden names are one class, so that nobody learns names of the internal network. */
export interface Refusal {
  readonly errorClass: 'refused_url' | 'address_unavailable' | 'aborted';
}

const loopback = ['127.0.0.1', '::1'];

@Injectable()
export class DestinationFinder {
  constructor(
    @Inject(OUTBOUND_POLICY) private readonly policy: OutboundPolicy,
    private readonly resolver: HostResolver,
  ) {}

  /** Checks without DNS; completes "must ...", null: no fault. Every send checks the addresses too. */
  faultOf(url: string): string | null {
    return urlFault(url, this.policy.allowHttp) ?? this.hostFault(targetOf(new URL(url)));
  }

  async find(url: string, signal?: AbortSignal): Promise<Destination | Refusal> {
    if (urlFault(url, this.policy.allowHttp) !== null) return { errorClass: 'refused_url' };
    const target = targetOf(new URL(url));
    if (this.hostFault(target) !== null) return unavailable;
    const addresses = target.isAddress ? [target.host] : await this.resolve(target.host, signal);
    if (signal?.aborted) return { errorClass: 'aborted' };
    // One forbidden address refuses all, because any of them could be dialled.
    const mayDial = addresses.length > 0 && addresses.every((address) => this.mayDial(target, address));
    return mayDial ? { ...target, addresses } : unavailable;
  }

  private hostFault(target: Target): string | null {
    const { allowedNetworks } = this.policy;
    const mayLead = target.isAddress
      ? addressFault(target.host, allowedNetworks) === null
      : !target.isLocalName || (target.isThisMachine ? this.isOpen(loopback) : allowedNetworks.length > 0);
    return mayLead ? null : 'must lead to public addresses only';
  }

  private mayDial(target: Target, address: string): boolean {
    return target.isLocalName
      ? this.isOpen([address])
      : addressFault(address, this.policy.allowedNetworks) === null;
  }

  private isOpen(addresses: readonly string[]): boolean {
    return addresses.some((address) => isAllowed(address, this.policy.allowedNetworks));
  }

  private async resolve(host: string, signal?: AbortSignal): Promise<readonly string[]> {
    const limit = new AbortController();
    const stop = (): void => limit.abort();
    const stopWaiting = whenPatienceEnds(this.policy.connectTimeout, stop);
    signal?.addEventListener('abort', stop, { once: true });
    const stopped = new Promise<readonly string[]>((resolve) =>
      limit.signal.addEventListener('abort', () => resolve([]), { once: true }),
    );
    try {
      if (signal?.aborted) return [];
      return await Promise.race([this.resolver.resolve(host, limit.signal).catch(() => []), stopped]);
    } finally {
      stopWaiting();
      signal?.removeEventListener('abort', stop);
    }
  }
}

const unavailable: Refusal = { errorClass: 'address_unavailable' };
