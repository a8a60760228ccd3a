import { ImportFault } from '../import-fault.js';
import { refusalOf } from './api.errors.js';
import { backoffMs, readRetryAfter, type RequestGate } from './request-gate.js';

export interface ApiOptions {
  readonly url: string;
  readonly token: string;
  readonly timeoutMs?: number;
  /** Tries in all of a request that the network or the API (5xx) fails. */
  readonly tries?: number;
}

export type Method = 'GET' | 'POST' | 'PATCH';

type Attempt =
  | { readonly status: number; readonly body: unknown; readonly retryAfter: string | null }
  | { readonly lost: string };

// A window of the rate limit is a minute: this is an hour without getting through once.
const mostRateLimits = 60;

export class ApiClient {
  private readonly base: string;

  constructor(
    private readonly options: ApiOptions,
    private readonly gate: RequestGate,
  ) {
    if (!/^https?:\/\//.test(options.url) || !URL.canParse(options.url)) {
      throw new ImportFault(`"${options.url}" is not an http or https address.`);
    }
    this.base = options.url.replace(/\/+$/, '');
  }

  /** Throws an ApiRefusal for a refused record, an ImportFault for what concerns every record, ImportStopped on stop. */
  async send(method: Method, path: string, content?: unknown): Promise<unknown> {
    const tries = this.options.tries ?? 6;
    let rateLimits = 0;
    let failures = 0;
    for (;;) {
      await this.gate.pass();
      const attempt = await this.attempt(method, path, content);
      const request = `${method} ${path}`;
      if ('status' in attempt && attempt.status === 429 && rateLimits < mostRateLimits) {
        this.gate.close(readRetryAfter(attempt.retryAfter) ?? backoffMs(rateLimits));
        rateLimits += 1;
        continue;
      }
      const failed = 'lost' in attempt || attempt.status >= 500;
      if (failed && failures + 1 < tries) {
        await this.gate.wait(backoffMs(failures));
        failures += 1;
        continue;
      }
      if ('lost' in attempt)
        throw new ImportFault(`${this.base} does not answer (${request}: ${attempt.lost}).`);
      if (attempt.status < 200 || attempt.status > 299) {
        throw refusalOf(attempt.status, attempt.body, request, failures > 0);
      }
      return attempt.body;
    }
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
      return {
        status: response.status,
        body: readJson(text),
        retryAfter: response.headers.get('Retry-After'),
      };
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

/** fetch() hides what went wrong in the cause of its error. */
function describeLoss(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}
