import { Injectable } from '@nestjs/common';
import { isOneOf } from '../deliveries/delivery-conditions.js';
import { endStates } from '../deliveries/delivery-state.js';
import { PipelineDatabase } from '../background/pipeline-database.js';

@Injectable()
export class DeliveryRetentionRepository {
  constructor(private readonly database: PipelineDatabase) {}

  async removeDeliveries(states: readonly string[], olderThanDays: number, limit: number): Promise<number> {
    const removed = await this.database.rows<{ organization_id: string; webhook_message_id: string }>(
      `WITH removed AS (
       DELETE FROM webhook_deliveries WHERE (organization_id, id) IN (
         SELECT organization_id, id FROM webhook_deliveries
         WHERE state = ANY ($1) AND ${isOneOf('state', endStates)}
           AND modified_at < now() - $2 * interval '1 day'
         LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING organization_id, webhook_message_id
       ) SELECT * FROM removed`,
      [states, olderThanDays, limit],
    );
    // A statement after the commit, so that the later of two concurrent deletions sees that none is left.
    await this.database.rows(
      `DELETE FROM webhook_messages m
       USING (SELECT DISTINCT * FROM unnest($1::uuid[], $2::uuid[]) AS r (organization_id, id)) removed
       WHERE m.organization_id = removed.organization_id AND m.id = removed.id AND ${noDeliveryNeeds}`,
      [
        removed.map(({ organization_id }) => organization_id),
        removed.map(({ webhook_message_id }) => webhook_message_id),
      ],
    );
    return removed.length;
  }

  removeMessages(olderThanDays: number, limit: number): Promise<number> {
    return this.count(
      `WITH removed AS (
         DELETE FROM webhook_messages WHERE (organization_id, id) IN (
           SELECT m.organization_id, m.id FROM webhook_messages m
           WHERE m.occurred_at < now() - $1 * interval '1 day' AND ${noDeliveryNeeds}
           ORDER BY m.occurred_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING 1
       ) SELECT count(*)::int AS count FROM removed`,
      [olderThanDays, limit],
    );
  }

  removeExpiredSecrets(limit: number): Promise<number> {
    return this.count(
      `WITH removed AS (
         UPDATE webhook_subscribers SET previous_secret = NULL, previous_secret_expires_at = NULL
         WHERE (organization_id, id) IN (
           SELECT organization_id, id FROM webhook_subscribers WHERE previous_secret_expires_at < now()
           ORDER BY previous_secret_expires_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED)
         RETURNING 1
       ) SELECT count(*)::int AS count FROM removed`,
      [limit],
    );
  }

  private async count(statement: string, parameters: readonly unknown[]): Promise<number> {
    return (await this.database.first<{ count: number }>(statement, parameters))?.count ?? 0;
  }
}

const noDeliveryNeeds = `NOT EXISTS (SELECT FROM webhook_deliveries d
    WHERE d.organization_id = m.organization_id AND d.webhook_message_id = m.id)
  AND NOT EXISTS (SELECT FROM webhook_waiting_deliveries w
    WHERE w.organization_id = m.organization_id AND w.webhook_message_id = m.id)`;
