import { Injectable } from '@nestjs/common';
import { Conditions, Database, type Page, type PageRequest } from '../../../platform/database/index.js';
import { firstIdAt } from '../../../platform/values/index.js';
import type {
  ListedWebhookDeliveryResponse,
  ListWebhookDeliveriesQuery,
  WebhookAttemptResponse,
  WebhookDeliveryDetailResponse,
} from './webhook-delivery.dto.js';
import { webhookDeliveryNotFound } from './webhook-delivery.rules.js';

const columns = `d.id, d.webhook_subscriber_id, d.webhook_message_id AS event_id, d.topic, d.state,
  d.attempts AS attempt_count,
  CASE WHEN d.state = 'pending' THEN d.next_attempt_at END AS next_attempt_date, d.is_redelivery,
  d.created_at AS created_date, d.modified_at AS modified_date`;

const lastAttempt = `LEFT JOIN LATERAL (
  SELECT a.started_at, a.response_status, a.error_class FROM webhook_attempts a
  WHERE a.organization_id = d.organization_id AND a.webhook_delivery_id = d.id
  ORDER BY a.number DESC LIMIT 1) last ON true`;

@Injectable()
export class WebhookDeliveryRepository {
  constructor(private readonly database: Database) {}

  list(
    organizationId: string,
    subscriberId: string,
    query: ListWebhookDeliveriesQuery,
    page: PageRequest,
  ): Promise<Page<ListedWebhookDeliveryResponse>> {
    const conditions = new Conditions()
      .and('d.organization_id = ?', organizationId)
      .and('d.webhook_subscriber_id = ?', subscriberId)
      .and('d.state = ANY (?)', query.state)
      .and('d.topic = ?', query.topic)
      .and('d.id >= ?', firstIdOf(query.created_after))
      .and('d.id < ?', firstIdOf(query.created_before));
    return this.database.page({
      table: 'webhook_deliveries d',
      joins: lastAttempt,
      columns: `${columns}, last.started_at AS last_attempt_date, last.response_status, last.error_class`,
      conditions,
      page,
    });
  }

  async get(
    organizationId: string,
    subscriberId: string,
    id: string,
  ): Promise<Omit<WebhookDeliveryDetailResponse, 'attempts'>> {
    const found = await this.database.first<Omit<WebhookDeliveryDetailResponse, 'attempts'>>(
      `SELECT ${columns}, m.body FROM webhook_deliveries d
       JOIN webhook_messages m ON m.organization_id = d.organization_id AND m.id = d.webhook_message_id
       WHERE d.organization_id = $1 AND d.webhook_subscriber_id = $2 AND d.id = $3`,
      [organizationId, subscriberId, id],
    );
    if (found) return found;
    throw webhookDeliveryNotFound();
  }

  attemptsOf(organizationId: string, deliveryId: string): Promise<WebhookAttemptResponse[]> {
    return this.database.rows(
      `SELECT a.id, a.number, a.started_at AS started_date, a.duration_ms, a.outcome, a.response_status,
         a.error_class, a.response_body
       FROM webhook_attempts a WHERE a.organization_id = $1 AND a.webhook_delivery_id = $2 ORDER BY a.number`,
      [organizationId, deliveryId],
    );
  }

  // SQL: deliveries have no entity, the pipeline moves them in sets.
  async lock(
    organizationId: string,
    subscriberId: string,
    id: string,
  ): Promise<Omit<WebhookDeliveryDetailResponse, 'attempts'>> {
    await this.database.rows(
      'SELECT 1 FROM webhook_deliveries WHERE organization_id = $1 AND id = $2 FOR UPDATE',
      [organizationId, id],
    );
    return this.get(organizationId, subscriberId, id);
  }
}

const firstIdOf = (moment: string | undefined): string | undefined =>
  moment === undefined ? undefined : firstIdAt(new Date(moment));
