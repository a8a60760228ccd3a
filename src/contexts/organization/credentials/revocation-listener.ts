import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { declareUse, startHeartbeat } from '../../../platform/database/index.js';
import { REVOCATIONS } from './revocations.js';
import { TokenCache } from './token-cache.js';

const RETRY_MS = 1000;

/** Hears from PostgreSQL when any process revoked a token or changed the rights of a user. */
@Injectable()
export class RevocationListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(RevocationListener.name);
  private client: Client | null = null;
  private retry: NodeJS.Timeout | null = null;
  private isStopped = false;
  private isAway = false;

  constructor(
    private readonly source: DataSource,
    private readonly cache: TokenCache,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.listen();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    this.cache.setReceiving(false);
    if (this.retry) clearTimeout(this.retry);
    await this.client?.end().catch(() => undefined);
  }

  private async listen(): Promise<void> {
    const { url } = this.source.options as { url: string };
    const client = new Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 2000 });
    client.on('notification', () => this.cache.forgetAll());
    client.on('error', (error) => this.lost(client, error));
    client.on('end', () => this.lost(client, new Error('connection ended')));
    try {
      this.client = client;
      await client.connect();
      // The one connection that a process always has.
      await declareUse(client);
      await client.query(`LISTEN ${REVOCATIONS}`);
      startHeartbeat(client);
      this.cache.setReceiving(true);
      if (this.isAway) this.logger.log('Hearing of revoked tokens again');
      this.isAway = false;
    } catch (error) {
      this.lost(client, error as Error);
    }
  }

  // Without the connection a revocation could be missed, so tokens are not cached until it is back.
  private lost(client: Client, error: Error): void {
    if (this.isStopped || this.client !== client) return;
    this.client = null;
    this.cache.setReceiving(false);
    if (!this.isAway)
      this.logger.warn({ err: error }, 'Not hearing of revoked tokens, so each request looks its token up');
    this.isAway = true;
    client.end().catch(() => undefined);
    this.retry = setTimeout(() => void this.listen(), RETRY_MS);
  }
}
