import { setTimeout as pause } from 'node:timers/promises';

const ANSWER_WITHIN_MS = 60_000;
const LONGEST_PAUSE_SECONDS = 60;

/** A 400 names what is wrong with each parameter in `errors`. */
function reasonOf({ status, body }) {
  if (!body?.code) return String(status);
  const { code, detail, errors = {} } = body;
  const faults = Object.entries(errors).map(([name, messages]) => `${name} ${messages.join(', ')}`);
  return `${code}: ${[detail, ...faults].join(' ')}`;
}

/** Asks again while the API is away, busy, or tells to wait. */
export class Api {
  constructor(url, token) {
    Object.assign(this, { url, token });
  }

  /** @throws Error with the status, where asking again changes nothing */
  async get(path, parameters = {}) {
    const url = new URL(`/v1/${path}`, this.url);
    for (const [name, value] of Object.entries(parameters)) {
      for (const each of [value].flat()) url.searchParams.append(name, each);
    }
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.ask(url);
      if (answer.status === 200) return answer.body;
      if (answer.status !== 0 && answer.status !== 429 && answer.status < 500) {
        throw Object.assign(new Error(`${url.pathname}: ${reasonOf(answer)}`), { status: answer.status });
      }
      const pauses = Math.min(2 ** attempt, LONGEST_PAUSE_SECONDS) * (0.5 + Math.random() / 2);
      const seconds = answer.retryAfter || pauses;
      process.stderr.write(`${url.pathname}: ${answer.status}, asked again in ${seconds.toFixed(1)} s\n`);
      await pause(seconds * 1000);
    }
  }

  /** All items of a list, page by page, each with the cursor of the next. */
  async *pages(path, cursor = 'start', parameters = {}) {
    while (cursor !== null) {
      const page = await this.get(path, { ...parameters, cursor, pageSize: 500 });
      cursor = page.next_cursor;
      yield page;
    }
  }

  async ask(url) {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    try {
      const response = await fetch(url, { headers: { 'X-API-KEY': this.token }, signal });
      const { status, headers } = response;
      return { status, retryAfter: Number(headers.get('Retry-After')), body: await response.json() };
    } catch {
      return { status: 0 };
    }
  }
}
