import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdmissionRepository } from '../../../../src/contexts/integrations/delivery-pipeline/admission/admission.repository.js';
import {
  AttemptRepository,
  type AttemptResult,
} from '../../../../src/contexts/integrations/delivery-pipeline/attempts/attempt.repository.js';
import { EventRelayRepository } from '../../../../src/contexts/integrations/delivery-pipeline/relay/event-relay.repository.js';
import { LeaseRepository } from '../../../../src/contexts/integrations/delivery-pipeline/leases/lease.repository.js';
import { ReclaimRepository } from '../../../../src/contexts/integrations/delivery-pipeline/attempts/reclaim.repository.js';
import { WebhookDeliveryService } from '../../../../src/contexts/integrations/webhook-deliveries/webhook-delivery.service.js';
import { WebhookSubscriberService } from '../../../../src/contexts/integrations/webhook-subscribers/webhook-subscriber.service.js';
import { UnitOfWork } from '../../../../src/platform/database/index.js';
import { createTestModule, type TestModule } from '../../../support/application/test-application.js';
import { until } from '../../../../src/testing/until.js';
import {
  forgetWebhooks,
  WebhookWorld,
  webhookSettings,
  withDelivery,
} from '../../../support/application/webhook-world.js';

type Behave = (request: ReadRequest) => void;

interface ReadRequest {
  readonly socket: Socket;
  readonly response: ServerResponse;
  /** Which request of its connection it is, from 1. */
  readonly turn: number;
}

/** Receivers that count each request that they have read to its end, and may close connections instead of answering. */
class ClosingReceivers {
  /** How often they have read the event, by port and event. */
  readonly read = new Map<string, number>();
  behave: Behave = ({ response }) => response.end();
  private readonly servers: Server[] = [];

  async listen(count: number): Promise<number[]> {
    for (let index = 0; index < count; index += 1) {
      const turns = new WeakMap<Socket, number>();
      const server = createServer((request, response) => void this.receive(request, response, turns));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      this.servers.push(server);
    }
    return this.servers.map((server) => (server.address() as AddressInfo).port);
  }

  close(): void {
    for (const server of this.servers.splice(0)) server.close().closeAllConnections();
  }

  private async receive(
    request: IncomingMessage,
    response: ServerResponse,
    turns: WeakMap<Socket, number>,
  ): Promise<void> {
    const { socket, headers } = request;
    const turn = (turns.get(socket) ?? 0) + 1;
    turns.set(socket, turn);
    request.on('error', () => undefined);
    for await (const _chunk of request) continue;
    const key = `${socket.localPort} ${String(headers['webhook-id'])}`;
    this.read.set(key, (this.read.get(key) ?? 0) + 1);
    this.behave({ socket, response, turn });
  }
}

describe('an attempt is one request at most', () => {
  let application: TestModule;
  let webhooks: WebhookWorld;
  let receivers: ClosingReceivers;

  beforeAll(async () => {
    application = await createTestModule({ settings: webhookSettings });
  });
  beforeEach(async () => {
    await forgetWebhooks(application);
    webhooks = await WebhookWorld.another(application);
    receivers = new ClosingReceivers();
  });
  afterEach(() => receivers.close());
  afterAll(() => application.close());

  interface Logged {
    readonly key: string;
    readonly read: number;
    readonly attempts: number;
    readonly numbers: readonly number[];
    readonly failures: readonly string[];
  }

  /** The log of each delivery, beside what its receiver has read. */
  const log = async (): Promise<Logged[]> => {
    const rows = await application.database.query<Omit<Logged, 'read'>[]>(
      `SELECT substring(s.url FROM ':(\\d+)/') || ' ' || d.webhook_message_id AS key, d.attempts,
         ARRAY(SELECT a.number FROM webhook_attempts a WHERE a.webhook_delivery_id = d.id ORDER BY 1) AS numbers,
         ARRAY(SELECT a.error_class FROM webhook_attempts a
           WHERE a.webhook_delivery_id = d.id AND a.outcome = 'failed' ORDER BY a.number) AS failures
       FROM webhook_deliveries d JOIN webhook_subscribers s ON s.id = d.webhook_subscriber_id
       WHERE d.organization_id = $1 ORDER BY d.id`,
      [webhooks.organizationId],
    );
    return rows.map((row) => ({ ...row, read: receivers.read.get(row.key) ?? 0 }));
  };

  const warmUp = async (): Promise<void> => {
    await webhooks.publish(1);
    await webhooks.until({ delivered: 1 });
  };

  it('also over a connection that its receiver closes after reading: the next one follows at once, and neither is counted', async () => {
    const [port] = await receivers.listen(1);
    const id = await webhooks.subscriber(`http://127.0.0.1:${port}/`);
    receivers.behave = ({ socket, response, turn }) => void (turn > 1 ? socket.destroy() : response.end());
    const settings = { ...webhookSettings, WEBHOOK_RETRY_DELAYS_SECONDS: '3600' };
    await withDelivery(application, settings, async () => {
      await warmUp();
      await webhooks.publish(1);
      await webhooks.until({ delivered: 2 });
    });
    const [first, second] = await log();
    expect(first).toMatchObject({ read: 1, attempts: 1, numbers: [1], failures: [] });
    expect(second).toMatchObject({ read: 2, attempts: 1, numbers: [1, 2], failures: ['reset'] });
    const subscriber = await application.get(WebhookSubscriberService).get(webhooks.organizationId, id);
    expect(subscriber).toMatchObject({ failures_in_row: 0, failing_since: null });
  });

  it('of a receiver that reads and closes whatever comes: the next one waits as it should', async () => {
    const [port] = await receivers.listen(1);
    await webhooks.subscriber(`http://127.0.0.1:${port}/`);
    const settings = { ...webhookSettings, WEBHOOK_RETRY_DELAYS_SECONDS: '3' };
    await withDelivery(application, settings, async () => {
      await warmUp();
      receivers.behave = ({ socket }) => void socket.destroy();
      await webhooks.publish(1);
      await webhooks.until({ delivered: 1, exhausted: 1 });
    });
    const [, second] = await log();
    expect(second).toMatchObject({ read: 3, attempts: 2, numbers: [1, 2, 3] });
    const starts = await application.database.query<{ at: Date }[]>(
      `SELECT a.started_at AS at FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.webhook_delivery_id
       WHERE d.state = 'exhausted' ORDER BY a.number`,
    );
    const [one = 0, again = 0, planned = 0] = starts.map(({ at }) => new Date(at).getTime());
    expect(again - one).toBeLessThan(3000);
    expect(planned - again).toBeGreaterThanOrEqual(3000);
  });

  it('in a burst of 1,000 to receivers that read and then close connections as they please', async () => {
    for (const port of await receivers.listen(50)) await webhooks.subscriber(`http://127.0.0.1:${port}/`);
    receivers.behave = ({ socket, response, turn }) => {
      if (turn > 1 && Math.random() < 0.4) socket.destroy();
      else response.end();
    };
    await withDelivery(application, { ...webhookSettings, WEBHOOK_HOST_CAP: '1000' }, async () => {
      await webhooks.publish(20);
      await webhooks.until({ delivered: 1000 });
    });
    const logged = await log();
    expect(logged.filter(({ read, numbers }) => read !== numbers.length)).toEqual([]);
    expect(logged.filter(({ attempts }) => attempts !== 1)).toEqual([]);
    const closed = logged.filter(({ failures }) => failures.length > 0);
    expect(closed.length).toBeGreaterThan(0);
    expect(closed.filter(({ failures }) => failures.join() !== 'reset')).toEqual([]);
  });

  it('in a burst of 1,000 to receivers that also close them while nothing was asked, or as something comes', async () => {
    for (const port of await receivers.listen(50)) await webhooks.subscriber(`http://127.0.0.1:${port}/`);
    receivers.behave = ({ socket, response, turn }) => {
      const dice = Math.random();
      if (turn > 1 && dice < 0.2) return void socket.destroy();
      response.end();
      if (dice < 0.5) setTimeout(() => socket.destroy(), Math.random() * 50);
    };
    await withDelivery(application, { ...webhookSettings, WEBHOOK_HOST_CAP: '1000' }, async () => {
      await webhooks.publish(20);
      await webhooks.until({ delivered: 1000 });
    });
    const logged = await log();
    // What was sent as the receiver closed is in the log, whether it has read it or not.
    expect(logged.filter(({ read, numbers }) => read > numbers.length)).toEqual([]);
    expect(logged.filter(({ read, numbers, failures }) => read < numbers.length - failures.length)).toEqual(
      [],
    );
  });

  it('of a ping and of a redelivery, which come over connections of their own and are not repeated', async () => {
    const [port] = await receivers.listen(1);
    const id = await webhooks.subscriber(`http://127.0.0.1:${port}/`);
    receivers.behave = ({ socket, response, turn }) => void (turn > 1 ? socket.destroy() : response.end());
    await withDelivery(application, webhookSettings, async () => {
      await warmUp();
      const [delivery] = await webhooks.rows();
      const service = application.get(WebhookDeliveryService);
      await service.redeliver(webhooks.organizationId, id, delivery?.id ?? '');
      await service.ping(webhooks.organizationId, id);
      await webhooks.until({ delivered: 2 });
      await until('both are over', async () =>
        (await log()).every(({ read, numbers }) => read === numbers.length),
      );
    });
    expect((await log()).map(({ read, failures }) => [read, failures])).toEqual([
      [2, []],
      [1, []],
    ]);
  });

  it.each(['disabled', 'deleted'] as const)(
    'and the last one when its subscriber is %s before the receiver closes the connection',
    async (status) => {
      const [port] = await receivers.listen(1);
      const id = await webhooks.subscriber(`http://127.0.0.1:${port}/`);
      let closeIt: (() => void) | undefined;
      receivers.behave = ({ socket, response, turn }) => {
        if (turn > 1) closeIt = () => void socket.destroy();
        else response.end();
      };
      const subscribers = application.get(WebhookSubscriberService);
      await withDelivery(application, webhookSettings, async () => {
        await warmUp();
        await webhooks.publish(1);
        await until('it was read', () => closeIt !== undefined);
        if (status === 'deleted') await subscribers.remove(webhooks.organizationId, id);
        else await subscribers.update(webhooks.organizationId, id, { status });
        closeIt?.();
        await webhooks.until({ delivered: 1, [status === 'deleted' ? 'cancelled' : 'parked']: 1 });
      });
      expect([...receivers.read.values()]).toEqual([1, 1]);
    },
  );

  describe('when a process has claimed it and', () => {
    const reset: AttemptResult = {
      status: null,
      errorClass: 'reset',
      durationMs: 5,
      responseBody: '',
      retryAfter: null,
    };

    const claimed = async () => {
      await webhooks.subscriber('http://127.0.0.1:9000/');
      await webhooks.publish(1);
      await application.get(EventRelayRepository).relay(10);
      const admission = application.get(AdmissionRepository);
      const queued = await application
        .get(UnitOfWork)
        .run(async () =>
          (await admission.tryAdmissionLock()) ? admission.queue(await admission.due(10)) : [],
        );
      const [attempt] = await application.get(AttemptRepository).claim(queued.map(({ id }) => id));
      if (!attempt) throw new Error('It was not claimed');
      return attempt;
    };
    const loseLease = async () => {
      await application.database.query(
        `UPDATE webhook_deliveries SET lease_until = now() - interval '1 second' WHERE state = 'sending'`,
      );
      expect(await application.get(LeaseRepository).takeOverExpired(10)).toBe(1);
    };

    it('its lease was taken over, is neither repeated nor given back', async () => {
      const attempt = await claimed();
      await loseLease();
      const before = await webhooks.rows();
      expect(await application.get(ReclaimRepository).claimAgain(attempt, reset)).toBeNull();
      expect(await application.get(ReclaimRepository).giveBack(attempt)).toBe(true);
      expect(await webhooks.rows()).toEqual(before);
      expect(before).toMatchObject([{ state: 'pending', attempts: 0, outcomes: ['abandoned'] }]);
    });

    it('repeats it, holds a lease of its own and none of the first', async () => {
      const attempt = await claimed();
      const [one, other] = await Promise.all([
        application.get(ReclaimRepository).claimAgain(attempt, reset),
        application.get(ReclaimRepository).claimAgain(attempt, reset),
      ]);
      expect([one, other].filter((again) => again === null)).toHaveLength(1);
      const again = one ?? other;
      expect(again).toMatchObject({ delivery_id: attempt.delivery_id, body: attempt.body, attempts: 1 });
      expect(again?.lease_token).not.toBe(attempt.lease_token);
      expect(await webhooks.rows()).toMatchObject([
        { state: 'sending', attempts: 1, outcomes: ['failed', 'started'] },
      ]);
      await loseLease();
      expect(await webhooks.rows()).toMatchObject([
        { state: 'pending', attempts: 0, outcomes: ['failed', 'abandoned'] },
      ]);
    });

    it('finds no place at the receiver, is due as before, and leaves no trace in the log', async () => {
      const attempt = await claimed();
      await application.database.query(
        `UPDATE webhook_deliveries SET next_attempt_at = now() - interval '1 hour'`,
      );
      expect(await application.get(ReclaimRepository).giveBack(attempt)).toBe(true);
      const [row] = await application.database.query(
        `SELECT state, attempts, last_attempt_number, lease_token, next_attempt_at < now() - interval '59 minutes' AS is_old
         FROM webhook_deliveries`,
      );
      expect(row).toEqual({
        state: 'pending',
        attempts: 0,
        last_attempt_number: 0,
        lease_token: null,
        is_old: true,
      });
      expect(await webhooks.rows()).toMatchObject([{ outcomes: [] }]);
    });

    it('finds none while somebody holds the subscriber, tries again', async () => {
      const attempt = await claimed();
      let begin = (): void => undefined;
      // Begun outside of the transaction that holds it.
      const givenBack = new Promise<void>((resolve) => (begin = resolve)).then(() =>
        application.get(ReclaimRepository).giveBack(attempt),
      );
      await application.get(UnitOfWork).run(async () => {
        await application
          .get(WebhookSubscriberService)
          .update(webhooks.organizationId, attempt.webhook_subscriber_id, { name: 'Held' });
        begin();
        expect(await givenBack).toBe(false);
      });
      expect(await application.get(ReclaimRepository).giveBack(attempt)).toBe(true);
    });
  });
});
