import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../../platform/config/index.js';
import type { WebhookSettings } from '../../integrations.settings.js';
import { Database } from '../../../../platform/database/index.js';
import { become } from '../deliveries/delivery-conditions.js';
import { moves } from '../deliveries/delivery-state.js';
import { idOfMadeAt, madeAt } from '../deliveries/delivery-id.js';

const ofSubscriber = 'organization_id = $1 AND webhook_subscriber_id = $2';
const redelivered = `${become(moves.redeliver)}, attempts = 0, is_redelivery = true, next_attempt_at = now()`;

@Injectable()
export class DeliveryControlRepository {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: WebhookSettings,
  ) {}

  async redeliver(
    organizationId: string,
    subscriberId: string,
    id: string,
    states: readonly string[],
  ): Promise<void> {
    await this.database.rows(
      `UPDATE webhook_deliveries SET ${redelivered} WHERE ${ofSubscriber} AND id = $3 AND state = ANY ($4)`,
      [organizationId, subscriberId, id, states],
    );
  }

  async redeliverRange(
    organizationId: string,
    subscriberId: string,
    after: string,
    to: string,
    states: readonly string[],
  ): Promise<{ count: number; last: string | null }> {
    const limit = this.settings.WEBHOOK_CHANGE_BATCH;
    const changed = await this.database.rows<{ id: string }>(
      `WITH chosen AS MATERIALIZED (
         SELECT organization_id, id FROM webhook_deliveries
         WHERE ${ofSubscriber} AND id > $3 AND id < $4 AND state = ANY ($5)
         ORDER BY id LIMIT $6 FOR NO KEY UPDATE
       ), changed AS (
         UPDATE webhook_deliveries d SET ${redelivered} FROM chosen c
         WHERE d.organization_id = c.organization_id AND d.id = c.id
         RETURNING d.id
       )
       SELECT * FROM changed ORDER BY id`,
      [organizationId, subscriberId, after, to, states, limit],
    );
    return { count: changed.length, last: (changed.length === limit && changed.at(-1)?.id) || null };
  }

  async insertMessage(
    organizationId: string,
    subscriberId: string,
    message: { id: string; topic: string; body: string; occurredAt: Date },
  ): Promise<string> {
    const inserted = await this.database.rows<{ id: string }>(
      `WITH message AS (
         INSERT INTO webhook_messages (organization_id, id, topic, body, occurred_at) VALUES ($1, $3, $4, $5, $6)
       )
       INSERT INTO webhook_deliveries
         (organization_id, id, webhook_message_id, webhook_subscriber_id, topic, next_attempt_at,
          created_at, modified_at)
       SELECT $1, ${idOfMadeAt}, $3, $2, $4, now(), made_at, made_at FROM (SELECT ${madeAt}) made
       RETURNING id`,
      [organizationId, subscriberId, message.id, message.topic, message.body, message.occurredAt],
    );
    return (inserted as [{ id: string }])[0].id;
  }
}
