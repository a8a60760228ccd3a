import { randomUUID } from 'node:crypto';
import { ImportFault } from '../import-fault.js';
import { refusalOf } from './api.errors.js';
import { Outage } from './outage.js';
import { readRateLimit } from './rate-limit.js';
import type { RequestGate } from './request-gate.js';
import { backoffMs, readRetryAfter } from './retry-delays.js';

export interface ApiOptions {
  readonly url: string;
  readonly token: string;
  readonly timeoutMs?: number;
  /** Milliseconds; 0: no retries. */
  readonly patienceMs?: number;
  /** Writes are tried and taken back. */
  readonly validateOnly?: boolean;
  /** Attempts of a request that fails with 500, or while the API serves others. */
  readonly tries?: number;
}

export type Method = 'GET' | 'POST' | 'PATCH';

interface Request {
  readonly method: Method;
  readonly path: string;
  readonly content: unknown;
  /** The same in all attempts, so that they write once. */
  readonly key: string;
}

type ApiResponse = { readonly status: number; readonly body: unknown; readonly retryAfter: string | null };
type Attempt = ApiResponse | { readonly lost: string };

// A rate limit window is a minute: an hour without success.
const maxDelays = 60;
const quarterOfAnHour = 900_000;
const proxyStatuses = [502, 503, 504];

export class ApiClient {
  private readonly base: string;
  private readonly outage: Outage;
  private readonly tries: number;

  constructor(
    private readonly options: ApiOptions,
    private readonly gate: RequestGate,
  ) {
    if (!isWebAddress(options.url)) {
      throw new ImportFault(`"${withoutPassword(options.url)}" is not an http or https address.`);
    }
    this.base = options.url.replace(/\/+$/, '');
    this.tries = options.tries ?? 6;
    this.outage = new Outage(gate, withoutPassword(this.base), options.patienceMs ?? quarterOfAnHour);
  }

  /** When the API answered first, by its clock. */
  firstAnswerAt: Date | undefined;

  /** @throws ApiRefusal for one record, ImportFault for what concerns all, ImportStopped on stop */
  async send(method: Method, path: string, content?: unknown): Promise<unknown> {
    const request = `${method} ${path}`;
    const sent = { method, path, content, key: randomUUID() };
    let delays = 0;
    let failures = 0;
    let failedAt = -Infinity;
    let failuresOfItsOwn = 0;
    for (;;) {
      await this.gate.pass();
      const attempt = await this.attempt(sent);
      if ('status' in attempt && delays < maxDelays && (await this.isDelayed(attempt, delays))) {
        delays += 1;
        continue;
      }
      const isAway = 'lost' in attempt || proxyStatuses.includes(attempt.status);
      if (!isAway && attempt.status < 500) {
        if (attempt.status < 200 || attempt.status > 299)
          throw refusalOf(attempt.status, attempt.body, request);
        return attempt.body;
      }
      if (failures === 0 || this.outage.hasRespondedSince(failedAt)) failuresOfItsOwn += 1;
      failures += 1;
      failedAt = performance.now();
      const goesOn = failuresOfItsOwn < this.tries && (await this.waitAfter(attempt, request, failures));
      if (!goesOn) throw this.faultOf(attempt, request);
    }
  }

  /** By the rate limit, or because an attempt whose answer was lost is still being done. */
  private async isDelayed({ status, body, retryAfter }: ApiResponse, delays: number): Promise<boolean> {
    const ms = readRetryAfter(retryAfter) ?? backoffMs(delays);
    if (status === 429) this.gate.close(ms, 'rate limit');
    else if (codeOf(body) === 'idempotency.in_progress') await this.gate.wait(ms);
    else return false;
    return true;
  }

  /** @returns whether to try again */
  private async waitAfter(attempt: Attempt, request: string, failures: number): Promise<boolean> {
    if ('status' in attempt && !proxyStatuses.includes(attempt.status)) {
      await this.gate.wait(backoffMs(failures - 1));
      return true;
    }
    const reason = 'lost' in attempt ? attempt.lost : attempt.status;
    const retryAfterMs = 'lost' in attempt ? undefined : readRetryAfter(attempt.retryAfter);
    return this.outage.goOn({ what: `${request}: ${reason}`, retryAfterMs });
  }

  private faultOf(attempt: Attempt, request: string): Error {
    return 'lost' in attempt
      ? new ImportFault(`${withoutPassword(this.base)} does not respond (${request}: ${attempt.lost}).`)
      : refusalOf(attempt.status, attempt.body, request);
  }

  private async attempt({ method, path, content, key }: Request): Promise<Attempt> {
    const isTried = method !== 'GET' && this.options.validateOnly;
    try {
      const response = await fetch(`${this.base}${path}${isTried ? '?validate_only=true' : ''}`, {
        method,
        headers: {
          'X-API-KEY': this.options.token,
          Accept: 'application/json',
          ...(content === undefined ? {} : { 'Content-Type': 'application/json', 'Idempotency-Key': key }),
        },
        ...(content === undefined ? {} : { body: JSON.stringify(content) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(this.options.timeoutMs ?? 30_000),
      });
      const text = await response.text();
      const { status, headers } = response;
      if (!proxyStatuses.includes(status)) this.outage.end();
      const limit = readRateLimit(headers, performance.now());
      this.firstAnswerAt ??= new Date(headers.get('Date') ?? Date.now());
      if (limit) this.gate.events.limited?.(limit);
      return { status, body: readJson(text), retryAfter: headers.get('Retry-After') };
    } catch (error) {
      return { lost: describeLoss(error) };
    }
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const codeOf = (body: unknown): unknown => (body as { code?: unknown } | undefined)?.code;

/** fetch() hides the reason in the cause of its error. */
function describeLoss(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}

const withoutPassword = (url: string): string => url.replace(/\/\/[^/]*@/, '//');

function isWebAddress(text: string): boolean {
  try {
    return /^https?:\/\//.test(text) && new URL(text).hostname !== '';
  } catch {
    return false;
  }
}
