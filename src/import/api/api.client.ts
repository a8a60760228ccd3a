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
  /** Attempts of a request that fails with 500, or while the API serves others. */
  readonly tries?: number;
}

export type Method = 'GET' | 'POST' | 'PATCH';

/** Called before a retry of a request that may have succeeded: its result if it did. */
export type FindDone = () => Promise<unknown>;

type ApiResponse = { readonly status: number; readonly body: unknown; readonly retryAfter: string | null };
type Attempt = ApiResponse | { readonly lost: string };

// A rate limit window is a minute: an hour without success.
const maxRateLimits = 60;
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

  /** @throws ApiRefusal for one record, ImportFault for what concerns all, ImportStopped on stop */
  async send(method: Method, path: string, content?: unknown, findDone?: FindDone): Promise<unknown> {
    const request = `${method} ${path}`;
    let rateLimits = 0;
    let failures = 0;
    let failedAt = -Infinity;
    let failuresOfItsOwn = 0;
    for (;;) {
      await this.gate.pass();
      const done = failures > 0 ? await findDone?.() : undefined;
      if (done !== undefined) return done;
      const attempt = await this.attempt(method, path, content);
      if ('status' in attempt && attempt.status === 429 && rateLimits < maxRateLimits) {
        this.gate.close(readRetryAfter(attempt.retryAfter) ?? backoffMs(rateLimits), 'rate limit');
        rateLimits += 1;
        continue;
      }
      const isAway = 'lost' in attempt || proxyStatuses.includes(attempt.status);
      if (!isAway && attempt.status < 500) {
        if (attempt.status < 200 || attempt.status > 299)
          throw refusalOf(attempt.status, attempt.body, request, failures > 0);
        return attempt.body;
      }
      if (failures === 0 || this.outage.hasRespondedSince(failedAt)) failuresOfItsOwn += 1;
      failures += 1;
      failedAt = performance.now();
      const goesOn = failuresOfItsOwn < this.tries && (await this.waitAfter(attempt, request, failures));
      if (!goesOn) throw this.faultOf(attempt, request, failures > 1);
    }
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

  private faultOf(attempt: Attempt, request: string, wasUncertain: boolean): Error {
    return 'lost' in attempt
      ? new ImportFault(`${withoutPassword(this.base)} does not respond (${request}: ${attempt.lost}).`)
      : refusalOf(attempt.status, attempt.body, request, wasUncertain);
  }

  private async attempt(method: Method, path: string, content: unknown): Promise<Attempt> {
    try {
      const response = await fetch(this.base + path, {
        method,
        headers: {
          'X-API-KEY': this.options.token,
          Accept: 'application/json',
          ...(content === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(content === undefined ? {} : { body: JSON.stringify(content) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(this.options.timeoutMs ?? 30_000),
      });
      const text = await response.text();
      const { status, headers } = response;
      if (!proxyStatuses.includes(status)) this.outage.end();
      const limit = readRateLimit(headers, performance.now());
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
