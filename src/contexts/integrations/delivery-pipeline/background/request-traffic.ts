import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Database, prepared, SERVES_ONLY } from '../../../../platform/database/index.js';

const RECENT_MS = 100;
const ASK_EVERY_MS = 50;
const REQUEST_BEGINS = 'http.server.request.start';

const isServedElsewhere = prepared(`
  SELECT EXISTS (
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1
      AND state_change > clock_timestamp() - $2 * interval '1 millisecond') AS is_served`);

/** Whether this process, or a dedicated one on the same database, is serving requests. */
@Injectable()
export class RequestTraffic implements OnModuleInit, OnModuleDestroy {
  private requestAt = -Infinity;
  private askedAt = -Infinity;
  private isElsewhere = false;

  constructor(private readonly database: Database) {}

  onModuleInit(): void {
    subscribe(REQUEST_BEGINS, this.onRequest);
  }

  onModuleDestroy(): void {
    unsubscribe(REQUEST_BEGINS, this.onRequest);
  }

  /** Queries a few times a second at most. Never rejects. */
  async isServed(): Promise<boolean> {
    const now = performance.now();
    if (now - this.requestAt < RECENT_MS) return true;
    if (now - this.askedAt >= ASK_EVERY_MS) {
      this.askedAt = now;
      this.isElsewhere = await this.asked().catch(() => false);
    }
    return this.isElsewhere;
  }

  private readonly onRequest = (): void => {
    this.requestAt = performance.now();
  };

  private async asked(): Promise<boolean> {
    const found = await this.database.first<{ is_served: boolean }>(isServedElsewhere, [
      SERVES_ONLY,
      RECENT_MS,
    ]);
    return found?.is_served === true;
  }
}
