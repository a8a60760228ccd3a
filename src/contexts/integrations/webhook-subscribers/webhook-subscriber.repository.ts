import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import {
  Conditions,
  Database,
  type Page,
  type PageRequest,
  type Resource,
} from '../../../platform/database/index.js';
import { receivingHostOf } from '../../../platform/outbound/index.js';
import { newId } from '../../../platform/values/index.js';
import type {
  CreateWebhookSubscriberRequest,
  GetWebhookSubscriberQuery,
  ListWebhookSubscribersQuery,
  ShownWebhookSubscriberResponse,
  WebhookSubscriberResponse,
} from './webhook-subscriber.dto.js';
import { subscriberStatuses, WebhookSubscriber } from './webhook-subscriber.entity.js';
import { filtersOf } from './subscriber-changes.js';
import { healthOf } from '../subscriber-health/subscriber-health.js';
import { webhookSubscriberNotFound } from './webhook-subscriber.rules.js';

const columns = `s.id, s.name, s.url, s.description, s.project_ids, s.modified_properties, s.exclude_access_token_ids, s.status, s.disabled_reason, s.disabled_at AS disabled_date,
  ARRAY(SELECT t.topic FROM webhook_subscriptions t
    WHERE t.organization_id = s.organization_id AND t.webhook_subscriber_id = s.id
    ORDER BY t.topic COLLATE "C") AS topics,
  s.failing_since, s.failures_in_row, s.previous_secret_expires_at AS previous_secret_expires_date,
  s.created_at AS created_date, s.modified_at AS modified_date`;

const columnsWith = (include: readonly string[] = []): string =>
  include.includes('health') ? `${columns}, ${healthOf('s')} AS health` : columns;

@Injectable()
export class WebhookSubscriberRepository {
  constructor(
    @InjectRepository(WebhookSubscriber) private readonly subscribers: Repository<WebhookSubscriber>,
    private readonly database: Database,
  ) {}

  list(
    organizationId: string,
    { status, include }: ListWebhookSubscribersQuery,
    page: PageRequest,
  ): Promise<Page<ShownWebhookSubscriberResponse>> {
    const conditions = new Conditions()
      .and('s.organization_id = ?', organizationId)
      .and('s.status = ANY (?)', status ? [status] : subscriberStatuses);
    return this.database.page({
      table: 'webhook_subscribers s',
      columns: columnsWith(include),
      conditions,
      page,
    });
  }

  async get(
    organizationId: string,
    id: string,
    { include }: GetWebhookSubscriberQuery = {},
  ): Promise<ShownWebhookSubscriberResponse> {
    const found = await this.database.first<ShownWebhookSubscriberResponse>(
      `SELECT ${columnsWith(include)} FROM webhook_subscribers s
       WHERE s.organization_id = $1 AND s.id = $2 AND s.status <> 'deleted'`,
      [organizationId, id],
    );
    if (!found) throw webhookSubscriberNotFound();
    return found;
  }

  async lock(organizationId: string, id: string): Promise<WebhookSubscriberResponse> {
    await this.subscribers.findOne({
      select: { id: true },
      where: { organizationId, id },
      lock: { mode: 'pessimistic_write' },
    });
    return this.get(organizationId, id);
  }

  /** Also prevents inserts until the transaction ends. */
  async lockCount(organizationId: string): Promise<number> {
    await this.database.rows(
      `SELECT pg_advisory_xact_lock(hashtextextended('webhook_subscribers.' || $1, 0))`,
      [organizationId],
    );
    return this.subscribers.countBy({ organizationId, status: In(subscriberStatuses) });
  }

  async unknownOf(
    organizationId: string,
    table: 'projects' | 'access_tokens',
    ids: readonly string[],
  ): Promise<string[]> {
    const rows = await this.database.rows<{ id: string }>(
      `SELECT id FROM unnest($2::uuid[]) AS named (id)
       WHERE NOT EXISTS (SELECT 1 FROM ${table} t WHERE t.organization_id = $1 AND t.id = named.id)`,
      [organizationId, ids],
    );
    return rows.map(({ id }) => id);
  }

  async insert(
    organizationId: string,
    subscriber: CreateWebhookSubscriberRequest,
    sealedSecret: string,
  ): Promise<string> {
    const id = newId();
    const { name, url, description = null } = subscriber;
    await this.subscribers.insert({
      organizationId,
      id,
      name,
      url,
      receivingHost: receivingHostOf(url),
      description,
      ...filtersOf(subscriber),
      secret: sealedSecret,
    });
    return id;
  }

  async update(
    organizationId: string,
    id: string,
    changes: Partial<Omit<WebhookSubscriber, keyof Resource>>,
  ): Promise<void> {
    await this.subscribers.update({ organizationId, id }, changes);
  }

  async touch(organizationId: string, id: string): Promise<void> {
    await this.update(organizationId, id, {});
  }

  async sealedSecret(organizationId: string, id: string): Promise<string> {
    const found = await this.subscribers.findOne({ select: { secret: true }, where: { organizationId, id } });
    return found?.secret ?? '';
  }

  // SQL: subscriptions are sets of topics without an entity, written at once.
  async subscribe(organizationId: string, id: string, topics: readonly string[]): Promise<void> {
    await this.database.rows(
      `INSERT INTO webhook_subscriptions (organization_id, webhook_subscriber_id, topic)
       SELECT $1, $2, unnest($3::text[])`,
      [organizationId, id, topics],
    );
  }

  async unsubscribe(organizationId: string, id: string, topics: readonly string[]): Promise<void> {
    await this.database.rows(
      `DELETE FROM webhook_subscriptions
       WHERE organization_id = $1 AND webhook_subscriber_id = $2 AND topic = ANY ($3)`,
      [organizationId, id, topics],
    );
  }
}
