import type { Agent, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { whenPatienceEnds } from '../background/index.js';
import { ResponseText } from './response-text.js';
import type { Destination } from './destinations/destination-finder.js';
import { openRequest, type ExchangeLimits, type Outgoing } from './open-request.js';

/** Stored and shown by the API: never rename them. */
export const errorClasses = [
  'refused_url',
  'address_unavailable',
  'connect_failed',
  'connect_timeout',
  'tls_failed',
  'timed_out',
  'reset',
  'invalid_response',
  'aborted',
] as const;

export type ErrorClass = (typeof errorClasses)[number];

export interface Outcome {
  /** Also when the response broke off after its headers. */
  readonly status: number | null;
  readonly errorClass: ErrorClass | null;
  readonly responseBody: string;
  readonly retryAfter: string | null;
  /** A reused connection closed without a response byte; the receiver may still have read the request. */
  readonly isStale: boolean;
}

const MAX_INFORMATIONAL_RESPONSES = 10;
const MAX_RETRY_AFTER_LENGTH = 100;

/** Sends one POST, once. Takes its connection before it returns, and always resolves. */
export function exchange(
  to: Destination,
  outgoing: Outgoing,
  limits: ExchangeLimits,
  agent: Agent,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const isSecure = to.url.protocol === 'https:';
    const text = new ResponseText(limits.response);
    let response: IncomingMessage | undefined;
    let failure: ErrorClass = 'connect_failed';
    let informationalResponses = 0;

    const request = openRequest(to, outgoing, limits, agent);
    const end = (errorClass: ErrorClass | null): void => {
      stopConnecting();
      stopWaiting();
      outgoing.signal?.removeEventListener('abort', abort);
      const retryAfter = response?.headers['retry-after']?.slice(0, MAX_RETRY_AFTER_LENGTH) ?? null;
      const isUnheard = !response && informationalResponses === 0;
      resolve({
        status: response?.statusCode ?? null,
        errorClass,
        responseBody: text.decode(),
        retryAfter,
        isStale: errorClass === 'reset' && request.reusedSocket && isUnheard,
      });
      if (!response?.complete) request.destroy();
    };
    const abort = (): void => end('aborted');
    const stopConnecting = whenPatienceEnds(limits.connect, () => end('connect_timeout'));
    const stopWaiting = whenPatienceEnds(limits.exchange, () => end('timed_out'));
    const connected = (): void => {
      stopConnecting();
      failure = 'reset';
    };

    outgoing.signal?.addEventListener('abort', abort, { once: true });
    request.on('socket', (socket: Socket) => {
      if (request.reusedSocket) return connected();
      socket.once('connect', () => (isSecure ? (failure = 'tls_failed') : connected()));
      socket.once('secureConnect', connected);
    });
    request.on('information', () => {
      informationalResponses += 1;
      if (informationalResponses > MAX_INFORMATIONAL_RESPONSES) end('invalid_response');
    });
    request.on('upgrade', (upgrade, socket) => {
      response = upgrade;
      socket.destroy();
      end('invalid_response');
    });
    request.on('response', (incoming) => {
      response = incoming;
      incoming.on('data', (chunk: Buffer) => text.take(chunk) || end(null));
      incoming.on('end', () => end(null));
      incoming.on('error', () => end('reset'));
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      end(error.code?.startsWith('HPE_') ? 'invalid_response' : failure);
    });
    request.on('close', () => end(failure));
    if (outgoing.signal?.aborted) abort();
    else request.end(outgoing.body);
  });
}
