import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { LimitReceivingHosts1795000017000 } from '../../../migrations/1795000017000-limit-receiving-hosts.js';
import { WebhookDeliveryService } from '../../../src/contexts/integrations/webhook-deliveries/webhook-delivery.service.js';
import { WebhookSubscriberService } from '../../../src/contexts/integrations/webhook-subscribers/webhook-subscriber.service.js';
import { HostResolver } from '../../../src/platform/outbound/destinations/host-resolver.js';
import { insertDelivery } from '../../support/application/inserted-delivery.js';
import { pause } from '../../support/programs/program.js';
import { createTestModule, type TestModule } from '../../support/application/test-application.js';
import { WebhookWorld, webhookSettings } from '../../support/application/webhook-world.js';

const CONNECT_MS = 600;

/** What names lead to, as the name server of an own network tells. */
const names: Record<string, () => Promise<readonly string[]>> = {
  'database.corp.example': async () => ['10.0.0.7'],
  'metadata.corp.example': async () => ['169.254.169.254'],
  'mixed.corp.example': async () => ['1.1.1.1', '10.0.0.7'],
  'unknown.corp.example': async () => {
    await pause(150);
    throw new Error('queryA ENOTFOUND');
  },
  'silent.corp.example': () => new Promise(() => undefined),
};

describe('the address of a webhook', () => {
  let application: TestModule;
  let webhooks: WebhookWorld;

  beforeAll(async () => {
    application = await createTestModule({
      settings: {
        ...webhookSettings,
        WEBHOOK_CONNECT_TIMEOUT_MS: String(CONNECT_MS),
        WEBHOOK_RETRY_DELAYS_SECONDS: '0',
      },
      delivers: true,
    });
    webhooks = new WebhookWorld(application);
  });
  afterAll(() => application.close());

  const resolving = () =>
    jest
      .spyOn(HostResolver.prototype, 'resolve')
      .mockImplementation((host) => names[host]?.() ?? Promise.resolve([]));

  it('is not looked up when it is saved: the answer tells nobody which names there are', async () => {
    const resolve = resolving();
    const subscribers = application.get(WebhookSubscriberService);
    for (const host of Object.keys(names)) {
      const { id, url } = await subscribers.create(webhooks.organizationId, {
        name: host,
        url: `https://${host}/`,
      });
      expect(url).toBe(`https://${host}/`);
      const moved = { url: `https://${host}/other` };
      expect(await subscribers.update(webhooks.organizationId, id, moved)).toMatchObject(moved);
    }
    expect(resolve).not.toHaveBeenCalled();
    resolve.mockRestore();
  });

  it('says the same, after the same time, of a name that nobody knows and of one that leads where nobody may go', async () => {
    const resolve = resolving();
    const service = application.get(WebhookDeliveryService);
    const made: string[] = [];
    for (const host of [...Object.keys(names), '10.0.0.7']) {
      // It was another one when it was saved.
      const id = await webhooks.subscriber(`https://127.0.0.1/${host}`);
      await application.database.query('UPDATE webhook_subscribers SET url = $2 WHERE id = $1', [
        id,
        `https://${host}/`,
      ]);
      made.push(id);
    }
    const pings = await Promise.all(made.map((id) => service.ping(webhooks.organizationId, id)));
    await webhooks.until({ exhausted: made.length });
    const told = new Set<string>();
    for (const [index, { id }] of pings.entries()) {
      const ping = await service.get(webhooks.organizationId, made[index] ?? '', id);
      const { id: _id, started_date, ...attempt } = ping.attempts[0] as (typeof ping.attempts)[0];
      told.add(JSON.stringify(attempt));
      expect(Date.parse(ping.modified_date) - Date.parse(started_date)).toBeGreaterThanOrEqual(
        CONNECT_MS - 5,
      );
    }
    expect([...told].map((text) => JSON.parse(text) as unknown)).toEqual([
      {
        number: 1,
        duration_ms: CONNECT_MS,
        outcome: 'failed',
        response_status: null,
        error_class: 'address_unavailable',
        response_body: null,
      },
    ]);
    resolve.mockRestore();
  });

  it('is told so of older attempts too, without what would tell them apart', async () => {
    const older = await createTestModule();
    const { id } = await older
      .get(WebhookSubscriberService)
      .create(older.organizationId, { name: 'CRM', url: 'https://HOOKS.example.com./crm' });
    await insertDelivery(older, older.organizationId, id, {
      state: 'exhausted',
      attempts: ['dns_failed', 'refused_address', 'timed_out', 500],
    });
    const attempts = () =>
      older.database.query('SELECT error_class, duration_ms FROM webhook_attempts ORDER BY number');
    const host = () => older.database.query('SELECT receiving_host FROM webhook_subscribers');
    const migration = new LimitReceivingHosts1795000017000();
    const runner = older.database.createQueryRunner();
    await migration.down(runner);
    await migration.up(runner);
    expect(await attempts()).toEqual([
      { error_class: 'address_unavailable', duration_ms: 0 },
      { error_class: 'address_unavailable', duration_ms: 0 },
      { error_class: 'timed_out', duration_ms: 12 },
      { error_class: null, duration_ms: 12 },
    ]);
    expect(await host()).toEqual([{ receiving_host: 'hooks.example.com' }]);
    await migration.down(runner);
    const classes = (await attempts()).map(({ error_class }: { error_class: string }) => error_class);
    expect(classes).toEqual(['refused_address', 'refused_address', 'timed_out', null]);
    await runner.release();
    await older.close();
  });
});
