import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';

export interface ReceivedEvent {
  readonly id: string;
  readonly data: {
    readonly cursor: string;
    readonly topic: string;
    /** With `expand=resource`. */
    readonly record?: { readonly name: string };
  };
}

/** A client of Server-Sent Events; fetch would connect anew after it was aborted. */
export class EventSource {
  readonly comments: string[] = [];
  retry: string | undefined;
  /** What to send when connecting again; an event need not have come with it. */
  lastId: string | undefined;
  isEnded = false;
  /** Resolves with the end of the response. */
  ended: Promise<void> = Promise.resolve();

  private constructor(
    private readonly response: IncomingMessage,
    readonly events: ReceivedEvent[],
  ) {}

  static async open(
    url: string,
    token: string,
    headers: Readonly<Record<string, string>> = {},
    events: ReceivedEvent[] = [],
  ): Promise<EventSource> {
    const request = get(url, { headers: { 'X-API-KEY': token, ...headers }, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const source = new EventSource(response, events);
    if (source.status === 200) source.ended = source.read();
    return source;
  }

  get status(): number | undefined {
    return this.response.statusCode;
  }

  get retryAfter(): string | undefined {
    return this.response.headers['retry-after'];
  }

  /** Of a refusal. */
  body(): Promise<unknown> {
    return json(this.response);
  }

  close(): void {
    this.response.destroy();
  }

  private async read(): Promise<void> {
    let text = '';
    try {
      for await (const chunk of this.response.setEncoding('utf8')) {
        text += chunk as string;
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.take(block);
      }
    } catch {
      // Closed, or cut off.
    }
    this.isEnded = true;
  }

  private take(block: string): void {
    const lines = Object.fromEntries(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    this.lastId = lines.id ?? this.lastId;
    if (lines.data !== undefined)
      this.events.push({ id: lines.id ?? '', data: JSON.parse(lines.data) as ReceivedEvent['data'] });
    else if (lines.retry !== undefined) this.retry = lines.retry;
    else this.comments.push(lines[''] ?? '');
  }
}
