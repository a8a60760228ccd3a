import { pause } from '../programs/program.js';
import { EventSource, type ReceivedEvent } from './event-source.js';

const AGAIN_MS = 100;

/** Connects again with the last id whenever the stream ends, as browsers do. */
export class FollowedStream {
  readonly events: ReceivedEvent[] = [];
  /** With `retry`, of how many streams ended. */
  told = 0;
  connections = 0;
  private source: EventSource | undefined;
  private lastId: string | undefined;
  private isOver = false;

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {
    void this.follow();
  }

  get ids(): string[] {
    return this.events.map(({ id }) => id);
  }

  private open(headers: Record<string, string>): Promise<EventSource | undefined> {
    return EventSource.open(this.url, this.token, headers, this.events).catch(() => undefined);
  }

  stop(): void {
    this.isOver = true;
    this.source?.close();
  }

  private async follow(): Promise<void> {
    for (let waitMs = 0; !this.isOver; await pause(waitMs)) {
      waitMs = AGAIN_MS;
      const headers = this.lastId === undefined ? {} : { 'Last-Event-ID': this.lastId };
      const source = await this.open(headers);
      if (source?.status !== 200) continue;
      this.source = source;
      this.connections += 1;
      await source.ended;
      this.lastId = source.lastId ?? this.lastId;
      if (source.retry === undefined) continue;
      this.told += 1;
      waitMs = Number(source.retry);
    }
  }
}
