import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhook subscribers, and every delivery to them with its attempts. */
export class CreateWebhooks1795000007000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhook_subscribers (
        organization_id uuid NOT NULL
          CONSTRAINT webhook_subscribers_organization_fkey REFERENCES organizations (id),
        id uuid NOT NULL,
        name text NOT NULL,
        url text NOT NULL,
        description text,
        -- Encrypted; until previous_secret_expires_at, which a rotation sets, both secrets sign.
        secret text NOT NULL,
        previous_secret text,
        previous_secret_expires_at timestamptz(3),
        status text NOT NULL DEFAULT 'enabled'
          CONSTRAINT webhook_subscribers_status_check CHECK (status IN ('enabled', 'disabled', 'deleted')),
        disabled_reason text CONSTRAINT webhook_subscribers_disabled_reason_check
          CHECK (disabled_reason IN ('requested', 'gone', 'failing')),
        disabled_at timestamptz(3),
        -- What the attempts since the last success were: nothing but failures.
        failing_since timestamptz(3),
        failures_in_row integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT webhook_subscribers_pkey PRIMARY KEY (organization_id, id)
      );
      CREATE INDEX webhook_subscribers_status ON webhook_subscribers (organization_id, status, id);
      CREATE INDEX webhook_subscribers_expiry ON webhook_subscribers (previous_secret_expires_at)
        WHERE previous_secret_expires_at IS NOT NULL;

      CREATE TABLE webhook_subscriptions (
        organization_id uuid NOT NULL,
        webhook_subscriber_id uuid NOT NULL,
        -- A topic, or all topics of a resource such as project.*
        topic text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT webhook_subscriptions_pkey PRIMARY KEY (organization_id, webhook_subscriber_id, topic),
        CONSTRAINT webhook_subscriptions_subscriber_fkey FOREIGN KEY (organization_id, webhook_subscriber_id)
          REFERENCES webhook_subscribers (organization_id, id)
      );
      CREATE INDEX webhook_subscriptions_topic
        ON webhook_subscriptions (organization_id, topic, webhook_subscriber_id);

      -- The body of an event that somebody gets, to the byte; its id is that of the event.
      CREATE TABLE webhook_messages (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        topic text NOT NULL,
        body text NOT NULL,
        occurred_at timestamptz(3) NOT NULL,
        CONSTRAINT webhook_messages_pkey PRIMARY KEY (organization_id, id)
      );
      CREATE INDEX webhook_messages_occurred_at ON webhook_messages (occurred_at);

      CREATE TABLE webhook_deliveries (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        webhook_message_id uuid NOT NULL,
        webhook_subscriber_id uuid NOT NULL,
        topic text NOT NULL,
        state text NOT NULL DEFAULT 'pending' CONSTRAINT webhook_deliveries_state_check CHECK (state IN
          ('pending', 'queued', 'sending', 'delivered', 'exhausted', 'parked', 'cancelled')),
        -- Attempts that were begun since it was made or redelivered; one that its process abandoned does not count.
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz(3),
        -- Until lease_until it belongs to a process: queued by it, or sent by it under the token of this attempt.
        lease_owner uuid,
        lease_token uuid,
        lease_until timestamptz(3),
        -- A redelivery is one attempt that nothing repeats.
        is_redelivery boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT webhook_deliveries_message_key UNIQUE (organization_id, webhook_message_id, webhook_subscriber_id),
        CONSTRAINT webhook_deliveries_message_fkey FOREIGN KEY (organization_id, webhook_message_id)
          REFERENCES webhook_messages (organization_id, id),
        CONSTRAINT webhook_deliveries_subscriber_fkey FOREIGN KEY (organization_id, webhook_subscriber_id)
          REFERENCES webhook_subscribers (organization_id, id)
      );
      CREATE INDEX webhook_deliveries_subscriber
        ON webhook_deliveries (organization_id, webhook_subscriber_id, id);
      CREATE INDEX webhook_deliveries_state
        ON webhook_deliveries (organization_id, webhook_subscriber_id, state, id);
      CREATE INDEX webhook_deliveries_topic
        ON webhook_deliveries (organization_id, webhook_subscriber_id, topic, id);
      CREATE INDEX webhook_deliveries_created_at
        ON webhook_deliveries (organization_id, webhook_subscriber_id, created_at, id);
      CREATE INDEX webhook_deliveries_due
        ON webhook_deliveries (next_attempt_at) WHERE state = 'pending';
      CREATE INDEX webhook_deliveries_turn
        ON webhook_deliveries (organization_id, webhook_subscriber_id, (attempts >= 2), next_attempt_at, id)
        WHERE state = 'pending';
      CREATE INDEX webhook_deliveries_in_flight
        ON webhook_deliveries (organization_id, webhook_subscriber_id, lease_until) WHERE state IN ('queued', 'sending');
      CREATE INDEX webhook_deliveries_finished
        ON webhook_deliveries (state, modified_at) WHERE state IN ('delivered', 'exhausted', 'parked', 'cancelled');

      CREATE TABLE webhook_attempts (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        webhook_delivery_id uuid NOT NULL,
        number integer NOT NULL,
        started_at timestamptz(3) NOT NULL,
        duration_ms integer,
        outcome text NOT NULL DEFAULT 'started' CONSTRAINT webhook_attempts_outcome_check
          CHECK (outcome IN ('started', 'succeeded', 'failed', 'abandoned')),
        response_status integer,
        error_class text,
        response_body text,
        CONSTRAINT webhook_attempts_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT webhook_attempts_delivery_fkey FOREIGN KEY (organization_id, webhook_delivery_id)
          REFERENCES webhook_deliveries (organization_id, id) ON DELETE CASCADE
      );
      CREATE INDEX webhook_attempts_delivery
        ON webhook_attempts (organization_id, webhook_delivery_id, number);

      CREATE INDEX outbox_events_done ON outbox_events (occurred_at) WHERE status = 'done';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX outbox_events_done;
      DROP TABLE webhook_attempts, webhook_deliveries, webhook_messages, webhook_subscriptions, webhook_subscribers;
    `);
  }
}
