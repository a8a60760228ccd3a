import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AdmissionRepository } from '../../../../src/contexts/integrations/delivery-pipeline/admission/admission.repository.js';
import { EventRelayRepository } from '../../../../src/contexts/integrations/delivery-pipeline/relay/event-relay.repository.js';
import { HostResolver } from '../../../../src/platform/outbound/destinations/host-resolver.js';
import { createTestModule, type TestModule } from '../../../support/application/test-application.js';
import { until } from '../../../../src/testing/until.js';
import { WebhookReceiver } from '../../../support/servers/webhook-receiver.js';
import {
  forgetWebhooks,
  WebhookWorld,
  webhookSettings,
  withDelivery,
} from '../../../support/application/webhook-world.js';

const MOST = 32;
const EVENTS = 15;
const ANSWER_MS = 100;

/** A host with several ports, which counts the connections that it has at the same moment. */
class CountingHost {
  open = 0;
  most = 0;
  requests = 0;
  sleeps = false;
  private readonly servers: Server[] = [];

  /** @returns its port */
  async listen(): Promise<number> {
    const server = createServer((request, response) => {
      this.requests += 1;
      request.resume();
      if (!this.sleeps) setTimeout(() => response.end(), ANSWER_MS);
    });
    server.on('connection', (socket) => {
      this.open += 1;
      this.most = Math.max(this.most, this.open);
      socket.on('close', () => (this.open -= 1));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.servers.push(server);
    return (server.address() as AddressInfo).port;
  }

  close(): void {
    for (const server of this.servers) server.close().closeAllConnections();
  }
}

describe('a receiving host', () => {
  let application: TestModule;
  let webhooks: WebhookWorld;
  let host: CountingHost;

  beforeAll(async () => {
    application = await createTestModule({ settings: webhookSettings });
  });
  beforeEach(async () => {
    await forgetWebhooks(application);
    webhooks = await WebhookWorld.another(application);
    host = new CountingHost();
  });
  afterEach(() => {
    host.close();
    jest.restoreAllMocks();
  });
  afterAll(() => application.close());

  it('never has more than 32 connections, however many subscribers, ports and processes there are', async () => {
    const ports = [await host.listen(), await host.listen()];
    const others = [
      webhooks,
      await WebhookWorld.another(application),
      await WebhookWorld.another(application),
    ];
    for (const world of others) {
      for (let index = 0; index < 14; index += 1) {
        await world.subscriber(`http://127.0.0.1:${ports[index % 2]}/${index}`);
      }
      await world.publish(EVENTS);
    }
    // A process that begins while others are busy there waits for its share as long as one exchange may take.
    const settings = {
      ...webhookSettings,
      WEBHOOK_CONNECT_TIMEOUT_MS: '500',
      WEBHOOK_EXCHANGE_TIMEOUT_MS: '1000',
    };
    await withDelivery(application, settings, () =>
      withDelivery(application, settings, () =>
        withDelivery(application, settings, async () => {
          for (const world of others) await world.until({ delivered: 14 * EVENTS }, 60);
        }),
      ),
    );
    expect(host.requests).toBe(3 * 14 * EVENTS);
    expect(host.most).toBeLessThanOrEqual(MOST);
    expect(host.most).toBeGreaterThan(MOST / 2);
  });

  it('may have many names: its address never has more connections either, and what finds none leaves no trace', async () => {
    const port = await host.listen();
    const names = ['one', 'two', 'three', 'four'].map((name) => `${name}.example`);
    jest.spyOn(HostResolver.prototype, 'resolve').mockResolvedValue(['127.0.0.1']);
    for (const name of names) await webhooks.subscriber(`http://${name}:${port}/`);
    host.sleeps = true;
    const settings = {
      ...webhookSettings,
      WEBHOOK_HOST_CAP: '4',
      WEBHOOK_CONNECT_TIMEOUT_MS: '2000',
      WEBHOOK_EXCHANGE_TIMEOUT_MS: '20000',
    };
    await withDelivery(application, settings, async () => {
      await webhooks.publish(10);
      await until('its places are taken', () => host.requests === 3);
      await until(
        'others are on their way',
        async () => (await webhooks.rows(`state = 'sending'`)).length > 3,
      );
      // Half of what a lease of 30 seconds leaves beside an attempt of 20.
      const seen = new Set<string>();
      const hasChanged = async () => {
        const rows = await webhooks.rows(`state = 'sending'`);
        for (const { id } of rows) seen.add(id);
        return rows.length > 0 && seen.size > rows.length;
      };
      await until('one was given back', hasChanged, 30, 100);
      const rows = await webhooks.rows();
      const attempts = rows.flatMap(({ outcomes }) => outcomes);
      const sending = rows.filter(({ state }) => state === 'sending');
      expect(attempts.length).toBeLessThanOrEqual(sending.length);
    });
    expect(host.most).toBeLessThanOrEqual(4);
  });

  it('whose places one organization holds with receivers that sleep has one for the next organization', async () => {
    const [port, healthy] = [await host.listen(), await new WebhookReceiver().start()];
    host.sleeps = true;
    for (let index = 0; index < 20; index += 1)
      await webhooks.subscriber(`http://127.0.0.1:${port}/${index}`);
    await webhooks.publish(20);
    const other = await WebhookWorld.another(application);
    await other.subscriber(healthy.url());
    await withDelivery(application, webhookSettings, async () => {
      await until('the places are taken', () => host.requests === 30);
      const times: number[] = [];
      for (let count = 1; count <= 10; count += 1) {
        const began = performance.now();
        await other.publishOne();
        await until('it has arrived', () => healthy.received.length === count, 30, 5);
        times.push(performance.now() - began);
      }
      times.sort((one, another) => one - another);
      expect(times[8]).toBeLessThan(5000);
      expect(host.requests).toBe(30);
    });
    await healthy.stop();
  });

  it('that has no place keeps no delivery to another host from its turn', async () => {
    // So many organizations wait for one host that they would fill a whole look at what is due.
    const crowd: WebhookWorld[] = [];
    for (let index = 0; index < 12; index += 1) crowd.push(await WebhookWorld.another(application));
    for (const world of crowd) {
      await world.subscriber('http://127.0.0.1:9000/');
      await world.publish(2);
    }
    await webhooks.subscriber('http://127.0.0.2:9000/');
    await webhooks.publish(1);
    await application.get(EventRelayRepository).relay(1000);
    await application.database.query(
      `UPDATE webhook_deliveries SET next_attempt_at = now() - interval '1 hour' WHERE organization_id <> $1`,
      [webhooks.organizationId],
    );
    await application.database.query(
      `UPDATE webhook_subscribers SET receiving_host = '127.0.0.1' WHERE organization_id <> $1`,
      [webhooks.organizationId],
    );
    const due = await dueWith({ WEBHOOK_HOST_CAP: '1' }, 5);
    expect(due.map(({ host: where }) => where)).toEqual([
      ...Array.from({ length: 4 }, () => '127.0.0.1'),
      '127.0.0.2',
    ]);
    expect(new Set(due.map(({ organization_id }) => organization_id)).size).toBe(5);
  });

  const dueWith = async (settings: Readonly<Record<string, string>>, most: number) => {
    const process = await createTestModule({
      settings: { ...webhookSettings, ...settings },
      databaseUrl: application.databaseUrl,
    });
    try {
      return await process.get(AdmissionRepository).due(most);
    } finally {
      await process.close();
    }
  };

  it('is the same in every spelling of it', async () => {
    for (const [url, expected] of [
      ['http://127.0.0.1:9000/', '127.0.0.1'],
      ['http://2130706433/', '127.0.0.1'],
      ['http://HOOKS.example.:8080/', 'hooks.example'],
      ['http://bücher.example/', 'xn--bcher-kva.example'],
    ] as const) {
      const id = await webhooks.subscriber(url);
      const [row] = await application.database.query(
        'SELECT receiving_host FROM webhook_subscribers WHERE id = $1',
        [id],
      );
      expect([url, row]).toEqual([url, { receiving_host: expected }]);
    }
  });
});
