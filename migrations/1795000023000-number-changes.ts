import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The feed of changes: the relay moves events from the outbox into it and gives each its position. */
export class NumberChanges1795000023000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM outbox_events WHERE status = 'done';
      DROP INDEX outbox_events_pending, outbox_events_done;
      CREATE SEQUENCE outbox_event_numbers;
      ALTER TABLE outbox_events DROP COLUMN status, ADD COLUMN number bigint;
      UPDATE outbox_events e SET number = n.number
      FROM (SELECT id, nextval('outbox_event_numbers') AS number
        FROM (SELECT id FROM outbox_events ORDER BY occurred_at, id) o) n
      WHERE n.id = e.id;
      -- For one record in the order of its versions: each is written by who holds the record's lock until the commit.
      ALTER TABLE outbox_events
        ALTER COLUMN number SET DEFAULT nextval('outbox_event_numbers'),
        ALTER COLUMN number SET NOT NULL;
      CREATE UNIQUE INDEX outbox_events_number ON outbox_events (number);

      -- One row, from the first event on. What is up to expired_to is no longer kept.
      CREATE TABLE change_feed (
        id integer CONSTRAINT change_feed_pkey PRIMARY KEY CONSTRAINT change_feed_id_check CHECK (id = 1),
        position bigint NOT NULL,
        expired_to bigint NOT NULL
      );

      CREATE TABLE changes (
        organization_id uuid NOT NULL,
        position bigint NOT NULL,
        id uuid NOT NULL,
        topic text NOT NULL,
        resource_id uuid,
        occurred_at timestamptz(3) NOT NULL,
        numbered_at timestamptz(3) NOT NULL DEFAULT now(),
        actor_user_id uuid,
        actor_access_token_id uuid,
        parents jsonb,
        modified_properties text[],
        -- The days that it names, as planned time does.
        start_date date,
        end_date date,
        "values" jsonb,
        CONSTRAINT changes_pkey PRIMARY KEY (organization_id, position)
      ) PARTITION BY RANGE (position);
      CREATE INDEX changes_resource ON changes (organization_id, resource_id, position);
      CREATE INDEX changes_user ON changes (organization_id, actor_user_id, position);
      CREATE INDEX changes_access_token ON changes (organization_id, actor_access_token_id, position);

      -- Attached, because a partition that is created as one locks out every reader.
      CREATE FUNCTION extend_changes(wanted bigint) RETURNS bigint LANGUAGE plpgsql AS $$
      DECLARE
        size CONSTANT bigint := 1000000;
        beginning bigint;
      BEGIN
        PERFORM pg_advisory_xact_lock(7021004);
        SELECT coalesce(max(substring(c.relname from '[0-9]+$')::bigint) + size, (SELECT position / size * size FROM change_feed), 0)
        INTO beginning FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'changes'::regclass;
        WHILE beginning <= wanted LOOP
          EXECUTE format('CREATE TABLE changes_from_%1$s (LIKE changes INCLUDING ALL,
            CONSTRAINT changes_range CHECK (position >= %1$s AND position < %2$s))', beginning, beginning + size);
          EXECUTE format('ALTER TABLE changes ATTACH PARTITION changes_from_%1$s FOR VALUES FROM (%1$s) TO (%2$s)', beginning, beginning + size);
          EXECUTE format('ALTER TABLE changes_from_%1$s DROP CONSTRAINT changes_range', beginning);
          beginning := beginning + size;
        END LOOP;
        RETURN beginning;
      END $$;
      SELECT extend_changes(2000000);

      -- Deliveries that wait for their subscriber, which was locked when their event got its position.
      CREATE TABLE webhook_waiting_deliveries (
        organization_id uuid NOT NULL,
        webhook_subscriber_id uuid NOT NULL,
        webhook_message_id uuid NOT NULL,
        topic text NOT NULL,
        CONSTRAINT webhook_waiting_deliveries_pkey
          PRIMARY KEY (organization_id, webhook_subscriber_id, webhook_message_id),
        CONSTRAINT webhook_waiting_deliveries_message_fkey FOREIGN KEY (organization_id, webhook_message_id)
          REFERENCES webhook_messages (organization_id, id) ON DELETE CASCADE
      );
      CREATE INDEX webhook_waiting_deliveries_message
        ON webhook_waiting_deliveries (organization_id, webhook_message_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE webhook_waiting_deliveries, changes, change_feed;
      DROP FUNCTION extend_changes(bigint);
      ALTER TABLE outbox_events
        DROP COLUMN number,
        ADD COLUMN status text NOT NULL DEFAULT 'pending'
          CONSTRAINT outbox_events_status_check CHECK (status IN ('pending', 'done'));
      DROP SEQUENCE outbox_event_numbers;
      CREATE INDEX outbox_events_pending ON outbox_events (id) WHERE status = 'pending';
      CREATE INDEX outbox_events_done ON outbox_events (occurred_at) WHERE status = 'done';
    `);
  }
}
