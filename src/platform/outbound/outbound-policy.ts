import type { Settings } from '../config/settings.js';
import { networksOf, type Network } from './address-rules.js';
import type { AnswerLimits } from './answer-text.js';

/** Where the program may send requests, and how long one may take. */
export interface OutboundPolicy {
  readonly allowHttp: boolean;
  /** Networks that may be reached although they are not public. */
  readonly allowedNetworks: readonly Network[];
  /** Connections to one host or address at once. */
  readonly hostCap: number;
  /** Milliseconds to find and reach the receiver, TLS included. */
  readonly connectTimeout: number;
  /** Milliseconds from the start to the end of the answer. */
  readonly exchangeTimeout: number;
  readonly answer: AnswerLimits;
  /** Certificates in PEM that are trusted instead of the usual ones. */
  readonly trustedCertificates?: string;
}

/** Injection token of the {@link OutboundPolicy}. */
export const OUTBOUND_POLICY = Symbol('OUTBOUND_POLICY');

export const outboundPolicyOf = (settings: Settings): OutboundPolicy => ({
  allowHttp: settings.WEBHOOK_ALLOW_HTTP,
  allowedNetworks: networksOf(settings.WEBHOOK_ALLOWED_NETWORKS),
  hostCap: settings.WEBHOOK_HOST_CAP,
  connectTimeout: settings.WEBHOOK_CONNECT_TIMEOUT_MS,
  exchangeTimeout: settings.WEBHOOK_EXCHANGE_TIMEOUT_MS,
  answer: { readBytes: settings.WEBHOOK_ANSWER_READ_BYTES, keptBytes: settings.WEBHOOK_ANSWER_KEPT_BYTES },
});
