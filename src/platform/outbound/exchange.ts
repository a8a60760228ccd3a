import type { Agent, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { AnswerText } from './answer-text.js';
import type { Destination } from './destination-finder.js';
import { openRequest, type ExchangeLimits, type Outgoing } from './open-request.js';

/** How a request failed. The words are stored and shown, so they stay. */
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
  /** Of the answer, as far as one came; also when it broke off after its headers. */
  readonly status: number | null;
  readonly errorClass: ErrorClass | null;
  readonly responseBody: string;
  /** The header Retry-After as it was sent. */
  readonly retryAfter: string | null;
  /**
   * A connection that had served before broke off without a byte of an answer. Most often the receiver had closed it
   * before the request came, but it may have read it.
   */
  readonly isStale: boolean;
}

const MOST_INTERIM_ANSWERS = 10;
const LONGEST_RETRY_AFTER = 100;

/**
 * Sends one POST, once, over a connection of the agent, which it takes before it returns. Settles in any case, whatever
 * the receiver does.
 */
export function exchange(
  to: Destination,
  outgoing: Outgoing,
  limits: ExchangeLimits,
  agent: Agent,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const isSecure = to.url.protocol === 'https:';
    const text = new AnswerText(limits.answer);
    let answer: IncomingMessage | undefined;
    let failure: ErrorClass = 'connect_failed';
    let interimAnswers = 0;

    const request = openRequest(to, outgoing, limits, agent);
    const end = (errorClass: ErrorClass | null): void => {
      clearTimeout(connectTimer);
      clearTimeout(exchangeTimer);
      outgoing.signal?.removeEventListener('abort', abort);
      const retryAfter = answer?.headers['retry-after']?.slice(0, LONGEST_RETRY_AFTER) ?? null;
      const isUnheard = !answer && interimAnswers === 0;
      resolve({
        status: answer?.statusCode ?? null,
        errorClass,
        responseBody: text.decode(),
        retryAfter,
        isStale: errorClass === 'reset' && request.reusedSocket && isUnheard,
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
