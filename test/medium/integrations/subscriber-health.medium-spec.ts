import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { WebhookSubscriberService } from '../../../src/contexts/integrations/webhook-subscribers/webhook-subscriber.service.js';
import type { ListWebhookSubscribersQuery } from '../../../src/contexts/integrations/webhook-subscribers/webhook-subscriber.dto.js';
import { attemptErrors } from '../../../src/contexts/integrations/delivery-pipeline/deliveries/delivery-state.js';
import { aSubscriber } from '../../factories/integrations.factory.js';
import { insertDelivery } from '../../support/application/inserted-delivery.js';
import { createTestModule, type TestModule } from '../../support/application/test-application.js';
import { sendingOf } from '../../support/databases/sent-statements.js';

const HOUR_MS = 3_600_000;

describe('the health of a webhook subscriber', () => {
  let application: TestModule;
  let organizationId: string;
  let subscribers: WebhookSubscriberService;
  let id: string;

  beforeAll(async () => {
    application = await createTestModule();
    subscribers = application.get(WebhookSubscriberService);
    ({ organizationId } = application);
  });
  beforeEach(async () => {
    ({ id } = await subscribers.create(organizationId, aSubscriber()));
  });
  afterAll(() => application.close());

  const healthOf = async (subscriber = id) =>
    (await subscribers.get(organizationId, subscriber, { include: ['health'] })).health;
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
  const deliver = (options: Parameters<typeof insertDelivery>[3], subscriber = id) =>
    insertDelivery(application, organizationId, subscriber, options);

  it('has the deliveries of the last 24 hours by the hour in which they were made and by state', async () => {
    const other = await subscribers.create(organizationId, aSubscriber());
    await deliver({}, other.id);
    await deliver({ createdAt: ago(25) });
    for (const createdAt of [ago(3), ago(3), ago(0)]) await deliver({ createdAt });
    await deliver({ createdAt: ago(3), state: 'exhausted', attempts: [500] });
    const health = await healthOf();
    const { hours = [] } = health ?? {};
    expect(hours).toHaveLength(24);
    expect(hours.map(({ started_date }) => started_date)).toEqual(
      hours.map((_, index) => {
        const hour = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - (23 - index) * HOUR_MS);
        return hour.toISOString();
      }),
    );
    const none = { pending: 0, queued: 0, sending: 0, delivered: 0, exhausted: 0, parked: 0, cancelled: 0 };
    expect(hours[20]).toEqual({ ...none, started_date: hours[20]?.started_date, delivered: 2, exhausted: 1 });
    expect(hours[23]).toMatchObject({ ...none, delivered: 1 });
    expect(hours.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(3);
  });

  it('is 24 empty hours where nothing was sent', async () => {
    const health = await healthOf();
    expect(health).toMatchObject({ last_error: null, oldest_waiting_date: null });
    expect(health?.hours.every(({ delivered, pending }) => delivered + pending === 0)).toBe(true);
  });

  it('says the last error in words, whatever it was, and of what arrived at once none', async () => {
    await deliver({ state: 'exhausted', attempts: [503] });
    expect((await healthOf())?.last_error?.words).toBe('The receiver responded with 503.');
    await deliver({});
    expect((await healthOf())?.last_error?.words).toBe('The receiver responded with 503.');
    for (const error of attemptErrors) {
      await deliver({ state: 'pending', attempts: [500, error] });
      const words = (await healthOf())?.last_error?.words ?? '';
      expect([error, words]).toEqual([error, expect.stringMatching(/^The .*\.$/)]);
      expect(words).not.toContain('500');
    }
  });

  it('says since when the oldest waits, also one of earlier days', async () => {
    const createdAt = ago(50);
    await deliver({ createdAt, state: 'pending', attempts: [500] });
    await deliver({ state: 'queued', attempts: [] });
    expect((await healthOf())?.oldest_waiting_date).toBe(createdAt);
  });

  it('is in the list with the same request, and only when it is asked for', async () => {
    const page = { page: 1, pageSize: 500 };
    const list = (query: ListWebhookSubscribersQuery) =>
      sendingOf(() => subscribers.list(organizationId, query, page));
    const [plain, whole] = [await list({}), await list({ include: ['health'] })];
    expect(whole.statements).toHaveLength(plain.statements.length);
    expect(JSON.stringify(plain.statements)).not.toContain('webhook_attempts');
    expect(JSON.stringify(whole.statements)).toContain('webhook_attempts');
  });
});
