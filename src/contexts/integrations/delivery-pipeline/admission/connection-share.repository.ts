import { Injectable } from '@nestjs/common';
import { Database, DELIVERING, prepared } from '../../../../platform/database/index.js';
import { ProcessIdentity } from '../background/process-identity.js';

const countDelivering = prepared(`
  SELECT count(DISTINCT application_name)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND starts_with(application_name, $1)`);

@Injectable()
export class ConnectionShareRepository {
  constructor(
    private readonly database: Database,
    private readonly process: ProcessIdentity,
  ) {}

  async deliveringProcesses(): Promise<number> {
    const counted = await this.database.first<{ count: number }>(countDelivering, [DELIVERING]);
    return Math.max(1, counted?.count ?? 0);
  }

  async maxAttemptsOfOthers(): Promise<number> {
    const held = await this.database.first<{ max: number }>(
      `SELECT max(count)::int AS max FROM (
         SELECT count(*) AS count FROM webhook_deliveries d
         JOIN webhook_subscribers s ON s.organization_id = d.organization_id AND s.id = d.webhook_subscriber_id
         WHERE d.state = 'sending' AND d.lease_owner <> $1 GROUP BY s.receiving_host
       ) hosts`,
      [this.process.id],
    );
    return held?.max ?? 0;
  }
}
