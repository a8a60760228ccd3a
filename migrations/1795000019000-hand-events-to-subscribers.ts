import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Subscribers within the program, and the events that each of them has not handled yet. */
export class HandEventsToSubscribers1795000019000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE event_subscribers (
        name text CONSTRAINT event_subscribers_pkey PRIMARY KEY,
        topics text[] NOT NULL,
        seen_at timestamptz(3) NOT NULL DEFAULT now()
      );

      CREATE TABLE event_handlings (
        subscriber_name text NOT NULL,
        event_id uuid NOT NULL,
        organization_id uuid NOT NULL
          CONSTRAINT event_handlings_organization_fkey REFERENCES organizations (id),
        topic text NOT NULL,
        body text NOT NULL,
        occurred_at timestamptz(3) NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        due_at timestamptz(3) NOT NULL DEFAULT now(),
        lease_id uuid,
        CONSTRAINT event_handlings_pkey PRIMARY KEY (subscriber_name, event_id),
        CONSTRAINT event_handlings_subscriber_fkey FOREIGN KEY (subscriber_name)
          REFERENCES event_subscribers (name) ON DELETE CASCADE
      );
      CREATE INDEX event_handlings_due ON event_handlings (due_at);
      CREATE INDEX event_handlings_oldest ON event_handlings (occurred_at);
      CREATE INDEX event_handlings_failing ON event_handlings (subscriber_name) WHERE attempts > 3;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE event_handlings, event_subscribers;');
  }
}
