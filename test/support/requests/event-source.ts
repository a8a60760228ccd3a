export interface ReceivedEvent {
  readonly id: string;
  readonly data: { readonly cursor: string; readonly topic: string };
}

/** A client of Server-Sent Events. */
export class EventSource {
  readonly events: ReceivedEvent[] = [];
  readonly comments: string[] = [];
  retry: string | undefined;
  isEnded = false;
  private readonly abort = new AbortController();

  private constructor(readonly response: Response) {}

  static async open(
    url: string,
    token: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<EventSource> {
    const abort = new AbortController();
    const response = await fetch(url, { headers: { 'X-API-KEY': token, ...headers }, signal: abort.signal });
    const source = new EventSource(response);
    Object.assign(source, { abort });
    if (response.status === 200) void source.read();
    return source;
  }

  close(): void {
    this.abort.abort();
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const chunk of this.response.body ?? []) {
        text += decoder.decode(chunk as Uint8Array, { stream: true });
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
    if (lines.data !== undefined)
      this.events.push({ id: lines.id ?? '', data: JSON.parse(lines.data) as ReceivedEvent['data'] });
    else if (lines.retry !== undefined) this.retry = lines.retry;
    else this.comments.push(lines[''] ?? '');
  }
}
