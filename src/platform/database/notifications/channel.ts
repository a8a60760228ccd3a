import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { declareUse } from '../in-use.js';
import { startHeartbeat } from './heartbeat.js';

const RETRY_MS = 1000;
const CONNECT_MS = 2000;

export interface ChannelHandler {
  readonly heard: (payload: string | undefined) => void;
  /** @param isAgain whether the connection was lost before, so that something may not have been heard */
  readonly listening: (isAgain: boolean) => void;
  /** Called once until it listens again. */
  readonly lost: (error: Error) => void;
}

/** What processes say to each other with NOTIFY, by a connection of its own. It listens again where that is lost. */
export class Channel {
  private client: Client | null = null;
  private retry: NodeJS.Timeout | null = null;
  private isEnded = false;
  private isLost = false;

  constructor(
    private readonly source: DataSource,
    private readonly name: string,
    private readonly handler: ChannelHandler,
  ) {}

  async listen(): Promise<void> {
    const { url } = this.source.options as { url: string };
    const client = new Client({
      connectionString: url,
      application_name: `planning-${this.name}`,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
    });
    client.on('notification', ({ payload }) => this.handler.heard(payload));
    client.on('error', (error) => this.lose(client, error));
    client.on('end', () => this.lose(client, new Error('connection ended')));
    try {
      this.client = client;
      await client.connect();
      await declareUse(client);
      await client.query(`LISTEN ${this.name}`);
      startHeartbeat(client);
      const isAgain = this.isLost;
      this.isLost = false;
      this.handler.listening(isAgain);
    } catch (error) {
      this.lose(client, error as Error);
    }
  }

  async end(): Promise<void> {
    this.isEnded = true;
    if (this.retry) clearTimeout(this.retry);
    await this.client?.end().catch(() => undefined);
  }

  private lose(client: Client, error: Error): void {
    if (this.isEnded || this.client !== client) return;
    this.client = null;
    if (!this.isLost) this.handler.lost(error);
    this.isLost = true;
    client.end().catch(() => undefined);
    this.retry = setTimeout(() => void this.listen(), RETRY_MS);
  }
}
