import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';
import { newId } from '../../../platform/values/index.js';

const ofSubscriber = 'organization_id = $1 AND webhook_subscriber_id = $2';
const anew = `state = 'pending', attempts = 0, is_redelivery = true, next_attempt_at = now(), modified_at = now()`;

/** What happens to the deliveries of a subscriber because somebody said so. The caller holds the subscriber. */
@Injectable()
export class DeliveryControlRepository {
  constructor(private readonly database: Database) {}

  /** Also those that are queued; an attempt under way ends by itself. */
  async park(organizationId: string, subscriberId: string): Promise<void> {
    await this.end(organizationId, subscriberId, 'parked', ['pending', 'queued']);
  }

  async cancel(organizationId: string, subscriberId: string): Promise<void> {
    await this.end(organizationId, subscriberId, 'cancelled', ['pending', 'queued', 'parked']);
  }

  async resume(organizationId: string, subscriberId: string): Promise<void> {
    await this.database.rows(
      `UPDATE webhook_deliveries SET state = 'pending', next_attempt_at = now(), modified_at = now()
       WHERE ${ofSubscriber} AND state = 'parked'`,
      [organizationId, subscriberId],
    );
  }

  async redeliver(
    organizationId: string,
    subscriberId: string,
    id: string,
    states: readonly string[],
  ): Promise<void> {
    await this.database.rows(
      `UPDATE webhook_deliveries SET ${anew} WHERE ${ofSubscriber} AND id = $3 AND state = ANY ($4)`,
      [organizationId, subscriberId, id, states],
    );
  }

  /** @returns how many */
  async redeliverRange(
    organizationId: string,
    subscriberId: string,
    from: Date,
    to: Date,
    states: readonly string[],
  ): Promise<number> {
    const changed = await this.database.first<{ count: number }>(
      `WITH changed AS (
         UPDATE webhook_deliveries SET ${anew}
         WHERE ${ofSubscriber} AND created_at >= $3 AND created_at < $4 AND state = ANY ($5) RETURNING 1
       ) SELECT count(*) FROM changed`,
      [organizationId, subscriberId, from, to, states],
    );
    return changed?.count ?? 0;
  }

  /** A message for one subscriber alone, whatever it is subscribed to. @returns the id of the delivery */
  async insertMessage(
    organizationId: string,
    subscriberId: string,
    message: { id: string; topic: string; body: string; occurredAt: Date },
  ): Promise<string> {
    const deliveryId = newId();
    await this.database.rows(
      `WITH message AS (
         INSERT INTO webhook_messages (organization_id, id, topic, body, occurred_at) VALUES ($1, $3, $4, $5, $6)
       )
       INSERT INTO webhook_deliveries
         (organization_id, id, webhook_message_id, webhook_subscriber_id, topic, next_attempt_at)
       VALUES ($1, $7, $3, $2, $4, now())`,
      [organizationId, subscriberId, message.id, message.topic, message.body, message.occurredAt, deliveryId],
    );
    return deliveryId;
  }

  private async end(
    organizationId: string,
    subscriberId: string,
    state: 'parked' | 'cancelled',
    from: readonly string[],
  ): Promise<void> {
    await this.database.rows(
      `UPDATE webhook_deliveries SET state = $3, next_attempt_at = NULL, lease_owner = NULL, lease_until = NULL,
         modified_at = now()
       WHERE ${ofSubscriber} AND state = ANY ($4)`,
      [organizationId, subscriberId, state, from],
    );
  }
}
