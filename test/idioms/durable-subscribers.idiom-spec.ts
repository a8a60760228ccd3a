import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { clientCreated, clientModified } from '../../src/contexts/sales/index.js';
import { UnitOfWork } from '../../src/platform/database/index.js';
import {
  EventHandlingRepository,
  type EventHandling,
} from '../../src/platform/events/durable/event-handling.repository.js';
import { EventPublisher, OnDomainEvent, topic, type HandedEvent } from '../../src/platform/events/index.js';
import { newId } from '../../src/platform/values/index.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { until } from '../../src/testing/until.js';

const SUBSCRIBER = 'idiom.clients';

/** What a team would write to follow another context. */
@Injectable()
class ClientFollower {
  failures = 0;
  heard: HandedEvent<typeof clientModified>[] = [];

  constructor(@InjectDataSource() private readonly source: DataSource) {}

  @OnDomainEvent(clientModified, { durable: SUBSCRIBER })
  async follow(event: HandedEvent<typeof clientModified>): Promise<void> {
    await this.source.query('INSERT INTO idiom_followed (event_id, client_id) VALUES ($1, $2)', [
      event.eventId,
      event.id,
    ]);
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('on purpose');
    }
    this.heard.push(event);
  }
}

@Module({ providers: [ClientFollower] })
class FollowersModule {}

const settings = {
  EVENT_INTERVAL_MS: '20',
  EVENT_RETRY_DELAYS_SECONDS: '0',
  WEBHOOK_RELAY_INTERVAL_MS: '20',
};

describe('a durable subscriber', () => {
  let application: TestApplication;
  let follower: ClientFollower;
  let handlings: EventHandlingRepository;

  beforeAll(async () => {
    application = await createTestApplication({ modules: [FollowersModule], delivers: true, settings });
    await application.database.query('CREATE TABLE idiom_followed (event_id uuid, client_id uuid)');
    follower = application.get(ClientFollower);
    handlings = application.get(EventHandlingRepository);
  });
  afterAll(() => application.close());
  beforeEach(async () => {
    follower.heard = [];
    await application.database.query('TRUNCATE idiom_followed');
  });
  afterEach(() => {
    follower.failures = 0;
  });

  const publish = (count = 1): Promise<string[]> => {
    const ids = Array.from({ length: count }, () => newId());
    const { organizationId } = application;
    const events = ids.map((id) => ({ organizationId, id, payload: { modifiedProperties: ['name'] } }));
    return application.get(UnitOfWork).run(async () => {
      await application.get(EventPublisher).publish(clientModified, ...events);
      return ids;
    });
  };

  const followed = async (): Promise<string[]> => {
    const rows = await application.database.query<{ client_id: string }[]>(
      'SELECT client_id FROM idiom_followed',
    );
    return rows.map(({ client_id }) => client_id).sort();
  };

  const allHandled = () =>
    until('every event is handled', async () => {
      const waiting = `SELECT 1 FROM event_handlings UNION ALL SELECT 1 FROM outbox_events`;
      return (await application.database.query<unknown[]>(waiting)).length === 0;
    });

  it('gets each event of its topic as it was published', async () => {
    const [id = ''] = await publish();
    await allHandled();
    expect(follower.heard).toEqual([
      {
        eventId: expect.any(String),
        topic: 'client.modified',
        organizationId: application.organizationId,
        id,
        payload: { modifiedProperties: ['name'] },
        occurredAt: expect.any(Date),
      },
    ]);
    expect(await followed()).toEqual([id]);
  });

  it('that throws is undone, and gets the event again until it has handled it', async () => {
    follower.failures = 5;
    const [id = ''] = await publish();
    await allHandled();
    expect(follower.failures).toBe(0);
    expect(await followed()).toEqual([id]);
  });

  it('that fails again and again makes the readiness degraded, which goes on serving', async () => {
    follower.failures = 1_000_000;
    await publish();
    const ready = async () => {
      const response = await fetch(`${application.url}/health/ready`);
      const body = (await response.json()) as { details: { events: Record<string, unknown> } };
      return { status: response.status, events: body.details.events };
    };
    await until('it is seen', async () => (await ready()).events.failing_subscribers === 1);
    expect(await ready()).toMatchObject({ status: 200, events: { status: 'degraded' } });
    follower.failures = 0;
    await allHandled();
    await until('it is well again', async () => (await ready()).events.status === 'up');
  });

  it('gets an event again when the process that had it has died', async () => {
    const id = newId();
    const body = { Payload: { Id: id, ModifiedProperties: [] }, EventOccurredOn: new Date() };
    const [left] = await application.database.query<EventHandling[]>(
      `INSERT INTO event_handlings
         (subscriber_name, event_id, organization_id, topic, body, occurred_at, attempts, due_at, lease_id)
       VALUES ($1, gen_random_uuid(), $2, 'client.modified', $3, now(), 1, now() + interval '500 ms',
         gen_random_uuid())
       RETURNING *`,
      [SUBSCRIBER, application.organizationId, JSON.stringify(body)],
    );
    await allHandled();
    expect(await followed()).toEqual([id]);
    // Should it live after all, it finds that the event is somebody else's.
    expect(left && (await handlings.remove(left))).toBe(false);
  });

  it('of two processes handles each of many events once', async () => {
    const other = await createTestApplication({
      modules: [FollowersModule],
      delivers: true,
      settings,
      databaseUrl: application.databaseUrl,
    });
    try {
      follower.failures = 20;
      const ids = await publish(300);
      await allHandled();
      expect(await followed()).toEqual([...ids].sort());
      expect(other.get(ClientFollower).heard.length + follower.heard.length).toBe(300);
    } finally {
      await other.close();
    }
  });

  it('does not hear of what was undone', async () => {
    const undone = application.get(UnitOfWork).run(async () => {
      await application.get(EventPublisher).publish(clientModified, {
        organizationId: application.organizationId,
        id: newId(),
        payload: { modifiedProperties: ['name'] },
      });
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    await publish();
    await allHandled();
    expect(follower.heard).toHaveLength(1);
  });

  it('that no process has any more is forgotten after some days, with what waits for it', async () => {
    await application.database.query(
      `INSERT INTO event_subscribers (name, topics, seen_at)
       VALUES ('idiom.gone', '{client.modified}', now() - interval '8 days')`,
    );
    await publish();
    await until('it waits for the one that is gone', async () => {
      const waiting = await application.database.query<unknown[]>('SELECT 1 FROM event_handlings');
      return waiting.length === 1;
    });
    expect(await handlings.forget(7)).toEqual(['idiom.gone']);
    await allHandled();
  });

  const startOf = (provider: new () => object) => {
    @Module({ providers: [provider, ClientFollower] })
    class RefusedModule {}
    return createTestApplication({ modules: [RefusedModule], databaseUrl: application.databaseUrl });
  };

  it('must have a name of its own', async () => {
    @Injectable()
    class Second {
      @OnDomainEvent(clientCreated, { durable: SUBSCRIBER })
      async hear(): Promise<void> {
        // Never called.
      }
    }
    await expect(startOf(Second)).rejects.toThrow(
      'Two durable subscribers are called idiom.clients: rename one.',
    );
  });

  it('must name a topic that some context declares', async () => {
    const unknown = topic('idiom.unknown', { meaning: 'None.', subject: 'None.', payload: {} });
    @Injectable()
    class Lost {
      @OnDomainEvent(unknown, { durable: 'idiom.lost' })
      async hear(): Promise<void> {
        // Never called.
      }
    }
    await expect(startOf(Lost)).rejects.toThrow('idiom.lost: idiom.unknown is declared by no context.');
  });
});
