import type { Network } from './destinations/address-rules.js';
import type { ResponseLimits } from './response-text.js';

export interface OutboundPolicy {
  readonly allowHttp: boolean;
  readonly allowedNetworks: readonly Network[];
  readonly hostCap: number;
  /** Milliseconds for DNS, TCP and TLS. */
  readonly connectTimeout: number;
  /** Milliseconds to the end of the response. */
  readonly exchangeTimeout: number;
  readonly response: ResponseLimits;
  /** PEM certificates trusted instead of the usual ones. */
  readonly trustedCertificates?: string;
}

export const OUTBOUND_POLICY = Symbol('OUTBOUND_POLICY');
