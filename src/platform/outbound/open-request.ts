import { request as requestOverHttp, type Agent, type ClientRequest } from 'node:http';
import { request as requestOverHttps } from 'node:https';
import type { ResponseLimits } from './response-text.js';
import { poolOf, receiversOf } from './connections/connections.js';
import type { PinnedRequest } from './connections/pinned-agent.js';
import type { Destination } from './destinations/destination-finder.js';
import { pinnedLookup } from './destinations/pinned-lookup.js';

export interface Outgoing {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal?: AbortSignal | undefined;
}

export interface ExchangeLimits {
  /** Milliseconds. */
  readonly connect: number;
  readonly exchange: number;
  readonly response: ResponseLimits;
  readonly trustedCertificates?: string | undefined;
}

const HEADER_BYTES = 16 * 1024;

export function openRequest(
  to: Destination,
  { headers, body }: Outgoing,
  limits: ExchangeLimits,
  agent: Agent,
): ClientRequest {
  const options: PinnedRequest = {
    method: 'POST',
    host: to.host,
    port: to.url.port || (to.url.protocol === 'https:' ? 443 : 80),
    path: `${to.url.pathname}${to.url.search}`,
    headers: { ...headers, Host: to.url.host, 'Content-Length': Buffer.byteLength(body) },
    agent,
    pool: poolOf(to),
    receivers: receiversOf(to),
    lookup: pinnedLookup(to.addresses),
    maxHeaderSize: HEADER_BYTES,
    insecureHTTPParser: false,
  };
  const tcp = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: attemptTimeout(limits.connect) };
  if (to.url.protocol === 'http:') return requestOverHttp({ ...options, ...tcp });
  return requestOverHttps({
    ...options,
    ...tcp,
    servername: to.isAddress ? '' : to.host,
    rejectUnauthorized: true,
    ...(limits.trustedCertificates === undefined ? {} : { ca: limits.trustedCertificates }),
  });
}

// Each of several addresses gets a part of the time, so that a dead one does not use it all.
const attemptTimeout = (connect: number): number => Math.max(10, Math.floor(connect / 4));
