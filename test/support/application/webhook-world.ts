import type { Queue } from 'bullmq';
import { Deliverer } from '../../../src/contexts/integrations/delivery-pipeline/attempts/deliverer.js';
import { WebhookSubscriberService } from '../../../src/contexts/integrations/webhook-subscribers/webhook-subscriber.service.js';
import { WebhookSubscriptionService } from '../../../src/contexts/integrations/webhook-subscribers/webhook-subscription.service.js';
import { UnitOfWork } from '../../../src/platform/database/index.js';
import { declaredTopics, EventPublisher, type Topic } from '../../../src/platform/events/index.js';
import { newId } from '../../../src/platform/values/index.js';
import { until } from '../../../src/testing/until.js';
import { pause } from '../programs/program.js';
import { createTestModule, type TestModule } from './test-application.js';

/** Settings with which webhooks may go to a receiver on this machine, soon, and which wait for one that is busy. */
export const webhookSettings = {
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  WEBHOOK_MAX_SUBSCRIBERS: '1000',
  WEBHOOK_CONCURRENCY: '256',
  WEBHOOK_CONNECT_TIMEOUT_MS: '10000',
  WEBHOOK_EXCHANGE_TIMEOUT_MS: '20000',
  WEBHOOK_LEASE_SECONDS: '30',
  WEBHOOK_SWEEP_INTERVAL_MS: '200',
  WEBHOOK_RELAY_INTERVAL_MS: '100',
  WEBHOOK_RETRY_DELAYS_SECONDS: '1,1',
};

export interface DeliveryRow {
  readonly id: string;
  readonly webhook_subscriber_id: string;
  readonly webhook_message_id: string;
  readonly state: string;
  readonly attempts: number;
  readonly created_at: string;
  readonly outcomes: readonly string[];
}

/** Does the work beside another process on the same database, which delivers. */
export async function withDelivery(
  { databaseUrl }: TestModule,
  settings: Readonly<Record<string, string>>,
  work: (process: TestModule) => Promise<void>,
): Promise<void> {
  const process = await createTestModule({ settings, delivers: true, databaseUrl });
  try {
    await work(process);
  } finally {
    await process.close();
  }
}

/** Waits until what the processes have claimed is sent, and its result written down or dropped. */
export async function untilNothingIsUnderWay(...processes: readonly TestModule[]): Promise<void> {
  const isIdle = (process: TestModule): boolean =>
    process.get(Deliverer).room === Number(webhookSettings.WEBHOOK_CONCURRENCY);
  await until('no attempt is under way', () => processes.every(isIdle));
}

/** But for those with which a process tries whether the queue takes jobs. */
export const jobsAdded = (calls: readonly Parameters<Queue['add']>[]): { deliveryIds: string[] }[] =>
  calls.filter(([, , options]) => !options?.jobId?.startsWith('probe-')).map(([, data]) => data);

/** Forgets every subscriber, event and delivery. */
export const forgetWebhooks = ({ database }: TestModule): Promise<unknown> =>
  database.query(
    'TRUNCATE outbox_events, webhook_waiting_deliveries, webhook_subscriptions, webhook_attempts, webhook_deliveries, webhook_messages, webhook_subscribers',
  );

/** Subscribers, events and deliveries of a test application. */
export class WebhookWorld {
  constructor(
    private readonly application: TestModule,
    readonly organizationId = application.organizationId,
  ) {}

  /** Of a new organization, which has nothing and nobody. */
  static async another(application: TestModule): Promise<WebhookWorld> {
    const id = newId();
    await application.database.query(
      'INSERT INTO organizations (id, name, name_key) VALUES ($1::uuid, $2, $2)',
      [id, id],
    );
    return new WebhookWorld(application, id);
  }

  /** @returns the id of a new subscriber */
  async subscriber(url: string, ...topics: string[]): Promise<string> {
    const { id } = await this.application
      .get(WebhookSubscriberService)
      .create(this.organizationId, { name: url, url });
    const subscriptions = this.application.get(WebhookSubscriptionService);
    await subscriptions.subscribe(this.organizationId, id, topics.length > 0 ? topics : ['*']);
    // What the audit log tells is counted by nobody here.
    await this.application.database.query(
      `DELETE FROM outbox_events WHERE topic ~ '^(webhooksubscriber|accesstoken|user)[.]'`,
    );
    return id;
  }

  /** So many more subscribers like this one, with its secret. */
  async copies(id: string, count: number): Promise<void> {
    await this.application.database.query(
      `WITH copied AS (
         INSERT INTO webhook_subscribers
         SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
         FROM webhook_subscribers s, generate_series(1, $2) WHERE s.id = $1 RETURNING organization_id, id
       )
       INSERT INTO webhook_subscriptions (organization_id, webhook_subscriber_id, topic)
       SELECT c.organization_id, c.id, s.topic FROM copied c, webhook_subscriptions s
       WHERE s.webhook_subscriber_id = $1`,
      [id, count],
    );
  }

  /** Publishes events as services would, some at a time, each in a transaction of its own. @returns their ids */
  async publish(count: number, topic = 'project.created'): Promise<string[]> {
    const ids = Array.from({ length: count }, () => newId());
    const rest = [...ids];
    while (rest.length > 0) await Promise.all(rest.splice(0, 5).map((id) => this.publishOne(id, topic)));
    return ids;
  }

  async publishOne(id = newId(), topic = 'project.created'): Promise<void> {
    await this.application
      .get(UnitOfWork)
      .run(() =>
        this.application
          .get(EventPublisher)
          .publish(topicNamed(topic), { organizationId: this.organizationId, id }),
      );
  }

  /** As if so many events had been published in one transaction. Nobody is woken. */
  async written(count: number, topic = 'project.created'): Promise<void> {
    await this.application.database.query(
      `INSERT INTO outbox_events (id, organization_id, topic, body, occurred_at)
       SELECT gen_random_uuid(), $1, $2, '{}', now() FROM generate_series(1, $3)`,
      [this.organizationId, topic, count],
    );
  }

  rows(where = 'true'): Promise<DeliveryRow[]> {
    return this.application.database.query<DeliveryRow[]>(
      `SELECT d.*, ARRAY(SELECT a.outcome FROM webhook_attempts a
         WHERE a.organization_id = d.organization_id AND a.webhook_delivery_id = d.id ORDER BY a.number) AS outcomes
       FROM webhook_deliveries d WHERE organization_id = $1 AND ${where} ORDER BY d.id`,
      [this.organizationId],
    );
  }

  /** How many deliveries are in which state; events that may become one, and are none yet, count as `waiting`. */
  async states(): Promise<Record<string, number>> {
    const rows = await this.application.database.query<{ state: string; count: number }[]>(
      `SELECT state, count(*)::int FROM webhook_deliveries WHERE organization_id = $1 GROUP BY state
       UNION ALL SELECT 'waiting', count(*)::int FROM outbox_events
         WHERE organization_id = $1 AND topic NOT LIKE 'webhooksubscriber.%' HAVING count(*) > 0`,
      [this.organizationId],
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  }

  /** Waits until the deliveries are in these states, and no other. */
  async until(wanted: Readonly<Record<string, number>>, seconds = 40): Promise<void> {
    const key = (states: Readonly<Record<string, number>>) => JSON.stringify(Object.entries(states).sort());
    for (const end = Date.now() + seconds * 1000; ;) {
      const states = await this.states();
      if (key(states) === key(wanted)) return;
      if (Date.now() > end) throw new Error(`Still ${key(states)} instead of ${key(wanted)}`);
      await pause(50);
    }
  }
}

/** As if its events carried nothing. */
function topicNamed(name: string): Topic<Record<never, never>> {
  const topic = declaredTopics().find((declared) => declared.name === name);
  if (!topic) throw new Error(`There is no topic ${name}.`);
  return topic;
}
