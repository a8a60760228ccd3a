import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { request as requestOverHttp } from 'node:http';
import { request as requestOverHttps } from 'node:https';
import type { Socket } from 'node:net';
import { AnswerText, type AnswerLimits } from './answer-text.js';
import type { Destination } from './destination-finder.js';
import type { KeptConnections, PinnedRequest } from './kept-connections.js';
import { pinnedLookup } from './pinned-lookup.js';

/** How a request failed. The words are stored and shown, so they stay. */
export const errorClasses = [
  'refused_url',
  'refused_address',
  'dns_failed',
  'connect_failed',
  'connect_timeout',
  'tls_failed',
  'timed_out',
  'reset',
  'invalid_response',
  'aborted',
] as const;

export type ErrorClass = (typeof errorClasses)[number];

export interface Outgoing {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal?: AbortSignal | undefined;
}

export interface Outcome {
  /** Of the answer, as far as one came; also when it broke off after its headers. */
  readonly status: number | null;
  readonly errorClass: ErrorClass | null;
  readonly responseBody: string;
  /** The header Retry-After as it was sent. */
  readonly retryAfter: string | null;
}

export interface ExchangeLimits {
  /** Milliseconds that are left to reach the receiver, and to the end of the answer. */
  readonly connect: number;
  readonly exchange: number;
  readonly answer: AnswerLimits;
  readonly trustedCertificates?: string | undefined;
}

const HEADER_BYTES = 16 * 1024;
const MOST_INTERIM_ANSWERS = 10;
const LONGEST_RETRY_AFTER = 100;

/** Sends one POST, over a connection that is open already where there is one. Settles in any case, whatever the receiver does. */
export async function exchange(
  to: Destination,
  outgoing: Outgoing,
  limits: ExchangeLimits,
  connections: KeptConnections,
): Promise<Outcome> {
  const ends = performance.now() + limits.exchange;
  const { isStale, ...outcome } = await send(to, outgoing, limits, connections.for(to.url.protocol));
  if (!isStale) return outcome;
  // The receiver had closed the connection before the request came: it gets it over one of its own.
  const left = Math.max(1, ends - performance.now());
  const again = { ...limits, connect: Math.min(limits.connect, left), exchange: left };
  const { isStale: _never, ...second } = await send(to, outgoing, again, false);
  return second;
}

interface Sent extends Outcome {
  /** A connection that had served before broke off without a byte of the answer. */
  readonly isStale: boolean;
}

function send(
  to: Destination,
  outgoing: Outgoing,
  limits: ExchangeLimits,
  agent: Agent | false,
): Promise<Sent> {
  return new Promise((resolve) => {
    const isSecure = to.url.protocol === 'https:';
    const text = new AnswerText(limits.answer);
    let answer: IncomingMessage | undefined;
    let failure: ErrorClass = 'connect_failed';
    let interimAnswers = 0;

    const request = open(to, outgoing, limits, agent);
    const end = (errorClass: ErrorClass | null): void => {
      clearTimeout(connectTimer);
      clearTimeout(exchangeTimer);
      outgoing.signal?.removeEventListener('abort', abort);
      const retryAfter = answer?.headers['retry-after']?.slice(0, LONGEST_RETRY_AFTER) ?? null;
      const isStale = errorClass === 'reset' && request.reusedSocket && !answer;
      resolve({
        status: answer?.statusCode ?? null,
        errorClass,
        responseBody: text.decode(),
        retryAfter,
        isStale,
      });
      // A connection whose answer was read to its end is kept.
      if (!answer?.complete) request.destroy();
    };
    const abort = (): void => end('aborted');
    const connectTimer = setTimeout(() => end('connect_timeout'), limits.connect);
    const exchangeTimer = setTimeout(() => end('timed_out'), limits.exchange);
    const connected = (): void => {
      clearTimeout(connectTimer);
      failure = 'reset';
    };

    outgoing.signal?.addEventListener('abort', abort, { once: true });
    request.on('socket', (socket: Socket) => {
      if (request.reusedSocket) return connected();
      socket.once('connect', () => (isSecure ? (failure = 'tls_failed') : connected()));
      socket.once('secureConnect', connected);
    });
    request.on('information', () => {
      interimAnswers += 1;
      if (interimAnswers > MOST_INTERIM_ANSWERS) end('invalid_response');
    });
    request.on('upgrade', (upgrade, socket) => {
      answer = upgrade;
      socket.destroy();
      end('invalid_response');
    });
    request.on('response', (response) => {
      answer = response;
      response.on('data', (chunk: Buffer) => text.take(chunk) || end(null));
      response.on('end', () => end(null));
      response.on('error', () => end('reset'));
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      end(error.code?.startsWith('HPE_') ? 'invalid_response' : failure);
    });
    request.on('close', () => end(failure));
    if (outgoing.signal?.aborted) abort();
    else request.end(outgoing.body);
  });
}

function open(
  to: Destination,
  { headers, body }: Outgoing,
  limits: ExchangeLimits,
  agent: Agent | false,
): ClientRequest {
  const options: PinnedRequest = {
    method: 'POST',
    host: to.host,
    port: to.url.port || (to.url.protocol === 'https:' ? 443 : 80),
    path: `${to.url.pathname}${to.url.search}`,
    headers: { ...headers, Host: to.url.host, 'Content-Length': Buffer.byteLength(body) },
    agent,
    pinned: to.addresses,
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

// Of several addresses each gets a fair part of the time, so that a dead one does not use it all up.
const attemptTimeout = (connect: number): number => Math.max(10, Math.floor(connect / 4));
