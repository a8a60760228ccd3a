import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/index.js';
import { newId } from '../../../platform/values/index.js';

/** Where a batch of a range ends, and the next one begins. */
export interface RangePosition {
  readonly created_at: Date | string;
  readonly id: string;
}

/** Before every delivery that was made at this moment. */
export const beginningAt = (moment: Date): RangePosition => ({
  created_at: moment,
  id: '00000000-0000-0000-0000-000000000000',
});

const ofSubscriber = 'organization_id = $1 AND webhook_subscriber_id = $2';
const anew = `state = 'pending', attempts = 0, is_redelivery = true, next_attempt_at = now(), modified_at = now()`;

/** What happens to the deliveries of a subscriber because somebody said so. The caller holds the subscriber. */
@Injectable()
export class DeliveryControlRepository {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

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

  /**
   * A batch of the deliveries made after `after` and before `to`.
   * @returns how many, and where the batch ended; null: at the end of the range
   */
  async redeliverRange(
    organizationId: string,
    subscriberId: string,
    after: RangePosition,
    to: Date,
    states: readonly string[],
  ): Promise<{ count: number; last: RangePosition | null }> {
    const most = this.settings.WEBHOOK_CHANGE_BATCH;
    const changed = await this.database.rows<RangePosition>(
      `WITH chosen AS MATERIALIZED (
         SELECT organization_id, id FROM webhook_deliveries
         WHERE ${ofSubscriber} AND (created_at, id) > ($3, $4) AND created_at < $5 AND state = ANY ($6)
         ORDER BY created_at, id LIMIT $7 FOR NO KEY UPDATE
       ), changed AS (
         UPDATE webhook_deliveries d SET ${anew} FROM chosen c
         WHERE d.organization_id = c.organization_id AND d.id = c.id
         RETURNING d.created_at, d.id
       )
       SELECT * FROM changed ORDER BY created_at, id`,
      [organizationId, subscriberId, after.created_at, after.id, to, states, most],
    );
    return { count: changed.length, last: (changed.length === most && changed.at(-1)) || null };
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
}
