import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { declareUse, startHeartbeat } from '../../../platform/database/index.js';

const RETRY_MS = 1000;
const EVERYBODY = '*';

interface Ringing {
  readonly within: (milliseconds: number) => Promise<void>;
  /** In vain. */
  readonly end: () => void;
}

type Listener = (organizations: ReadonlySet<string> | null) => void;

/** Rings when the relay has numbered events: of these organizations, or null: perhaps of any. */
@Injectable()
export class ChangeSignal implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(ChangeSignal.name);
  private readonly listeners = new Set<Listener>();
  private client: Client | null = null;
  private retry: NodeJS.Timeout | null = null;
  private stopping = false;
  private hasBegun = false;

  constructor(private readonly source: DataSource) {}

  get isStopping(): boolean {
    return this.stopping;
  }

  onModuleDestroy(): void {
    this.stop();
  }

  /** Answers who waits and ends streams, so that the server can close. */
  stop(): void {
    this.stopping = true;
    this.ring(null);
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.retry) clearTimeout(this.retry);
    const { client } = this;
    this.client = null;
    await client?.end().catch(() => undefined);
  }

  /** From the first reader on: a process without any needs no connection for them. */
  begin(): void {
    if (this.hasBegun || this.stopping) return;
    this.hasBegun = true;
    void this.listen();
  }

  /** @returns ends it */
  on(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Resolves at the latest after these milliseconds. Begin it before reading what it may announce. */
  next(organizationId: string): Ringing {
    this.begin();
    let rung = (): void => undefined;
    const ringing = new Promise<void>((resolve) => (rung = resolve));
    const end = this.on((organizations) => {
      if (!organizations || organizations.has(organizationId)) rung();
    });
    return {
      end,
      within: async (milliseconds) => {
        const timer = setTimeout(rung, this.stopping ? 0 : milliseconds);
        await ringing;
        clearTimeout(timer);
        end();
      },
    };
  }

  private ring(organizations: ReadonlySet<string> | null): void {
    for (const listener of [...this.listeners]) listener(organizations);
  }

  private async listen(): Promise<void> {
    const { url } = this.source.options as { url: string };
    const client = new Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 2000 });
    client.on('notification', ({ payload = EVERYBODY }) =>
      this.ring(payload === EVERYBODY ? null : new Set(payload.split(' '))),
    );
    client.on('error', (error) => this.lost(client, error));
    client.on('end', () => this.lost(client, new Error('connection ended')));
    try {
      this.client = client;
      await client.connect();
      await declareUse(client);
      await client.query('LISTEN changes');
      startHeartbeat(client);
      this.ring(null);
    } catch (error) {
      this.lost(client, error as Error);
    }
  }

  // Until it is back, who waits looks by the clock.
  private lost(client: Client, error: Error): void {
    if (this.stopping || this.client !== client) return;
    this.client = null;
    this.logger.warn({ err: error }, 'Not hearing of changes, so readers look for them every second');
    client.end().catch(() => undefined);
    this.retry = setTimeout(() => void this.listen(), RETRY_MS);
  }
}
