import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DeliveryRetention } from '../../../src/contexts/integrations/delivery-pipeline/retention/delivery-retention.js';
import { SecretVault } from '../../../src/contexts/integrations/signing/secret-vault.js';
import { WebhookDeliveryService } from '../../../src/contexts/integrations/webhook-deliveries/webhook-delivery.service.js';
import { WebhookSecretService } from '../../../src/contexts/integrations/webhook-subscribers/webhook-secret.service.js';
import { WebhookSubscriberService } from '../../../src/contexts/integrations/webhook-subscribers/webhook-subscriber.service.js';
import { WebhookSubscriptionService } from '../../../src/contexts/integrations/webhook-subscribers/webhook-subscription.service.js';
import { aSubscriber } from '../../factories/integrations.factory.js';
import { outcomesOf, raceBehind } from '../../support/application/race.js';
import { createTestModule, type TestModule } from '../../support/application/test-application.js';
import { insertDelivery } from '../../support/application/inserted-delivery.js';

const LIMIT = 20;

interface StoredSecrets {
  secret: string;
  previous_secret: string | null;
}

describe('webhook subscribers at the same moment', () => {
  let application: TestModule;
  let organizationId: string;
  let subscribers: WebhookSubscriberService;
  let subscriptions: WebhookSubscriptionService;
  let deliveries: WebhookDeliveryService;

  beforeAll(async () => {
    application = await createTestModule({
      settings: {
        WEBHOOK_MAX_SUBSCRIBERS: String(LIMIT),
      },
    });
    subscribers = application.get(WebhookSubscriberService);
    subscriptions = application.get(WebhookSubscriptionService);
    deliveries = application.get(WebhookDeliveryService);
    ({ organizationId } = await application.organization('Races'));
  });
  afterAll(() => application.close());

  const create = () => subscribers.create(organizationId, aSubscriber());
  const remove = (id: string) => subscribers.remove(organizationId, id);
  const secretsOf = async (id: string): Promise<(string | null)[]> => {
    const [row] = await application.database.query<StoredSecrets[]>(
      'SELECT secret, previous_secret FROM webhook_subscribers WHERE id = $1',
      [id],
    );
    const vault = application.get(SecretVault);
    return [row?.secret, row?.previous_secret].map((sealed) => (sealed ? vault.open(sealed) : null));
  };
  const topicsInDatabase = (id: string) =>
    application.database.query<{ topic: string }[]>(
      'SELECT topic FROM webhook_subscriptions WHERE webhook_subscriber_id = $1',
      [id],
    );

  it('are never more than an organization may have, and one organization does not use up the places of another: webhook_subscriber.limit_reached', async () => {
    const { organizationId: other } = await application.organization('Full');
    const made = await outcomesOf(30, (index) =>
      subscribers.create(index % 2 ? other : organizationId, aSubscriber()),
    );
    expect(made).toEqual({ ok: 30 });
    const outcomes = await outcomesOf(20, () => subscribers.create(other, aSubscriber()));
    expect(outcomes).toEqual({ ok: LIMIT - 15, 'webhook_subscriber.limit_reached': 35 - LIMIT });
  });

  it('keep no address and no secret once they are deleted, and no replaced secret once it has expired', async () => {
    const { organizationId: own } = await application.organization('Forgetful');
    const [gone, rotated, rotating] = [
      await subscribers.create(own, aSubscriber()),
      await subscribers.create(own, aSubscriber()),
      await subscribers.create(own, aSubscriber()),
    ];
    await application.get(WebhookSecretService).rotate(own, rotated.id);
    await application.get(WebhookSecretService).rotate(own, rotating.id);
    await application.database.query(
      `UPDATE webhook_subscribers SET previous_secret_expires_at = now() - interval '1 second' WHERE id = $1`,
      [rotated.id],
    );
    await subscribers.remove(own, gone.id);
    await application.get(DeliveryRetention).removeOld();
    expect(
      await application.database.query('SELECT url, secret FROM webhook_subscribers WHERE id = $1', [
        gone.id,
      ]),
    ).toEqual([{ url: '', secret: '' }]);
    expect((await secretsOf(rotated.id))[1]).toBeNull();
    expect((await secretsOf(rotating.id))[1]).toBe(rotating.secret);
    const { previous_secret_expires_date } = await subscribers.get(own, rotated.id);
    expect(previous_secret_expires_date).toBeNull();
  });

  it('take the place of one that is being deleted once it is gone', async () => {
    const { organizationId: full } = await application.organization('Changing');
    const made = await Promise.all(
      Array.from({ length: LIMIT }, () => subscribers.create(full, aSubscriber())),
    );
    await subscribers.remove(full, made[0]?.id ?? '');
    expect(await outcomesOf(5, () => subscribers.create(full, aSubscriber()))).toEqual({
      ok: 1,
      'webhook_subscriber.limit_reached': 4,
    });
  });

  it('keep the last two secrets when they are rotated twice', async () => {
    const { id } = await create();
    const rotated: string[] = [];
    const rotate = async () => {
      const { secret } = await application.get(WebhookSecretService).rotate(organizationId, id);
      rotated.push(secret);
    };
    const race = await raceBehind(application, rotate, rotate);
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    expect(await secretsOf(id)).toEqual([rotated[1], rotated[0]]);
  });

  it('are rotated to one secret once, however often that is asked for at once', async () => {
    const { id, secret } = await create();
    const own = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    expect(
      await outcomesOf(10, () => application.get(WebhookSecretService).rotate(organizationId, id, own)),
    ).toEqual({ ok: 10 });
    expect(await secretsOf(id)).toEqual([own, secret]);
  });

  it('get no topics, no ping and no new secret while they are being deleted: webhook_subscriber.not_found', async () => {
    const late: ((id: string) => Promise<unknown>)[] = [
      (id) => subscriptions.subscribe(organizationId, id, ['project.*']),
      (id) => deliveries.ping(organizationId, id),
      (id) => application.get(WebhookSecretService).rotate(organizationId, id),
      (id) => subscribers.update(organizationId, id, { name: 'Late' }),
      (id) => remove(id),
    ];
    for (const call of late) {
      const { id } = await create();
      const race = await raceBehind(
        application,
        () => remove(id),
        () => call(id),
      );
      expect(race).toEqual({ waited: true, outcome: 'webhook_subscriber.not_found' });
      expect(await topicsInDatabase(id)).toEqual([]);
      expect(await secretsOf(id)).toEqual([null, null]);
    }
  });

  it('are deleted with the topics that they are getting', async () => {
    const { id } = await create();
    const race = await raceBehind(
      application,
      () => subscriptions.subscribe(organizationId, id, ['project.*', '*']),
      () => remove(id),
    );
    expect(race).toEqual({ waited: true, outcome: 'ok' });
    expect(await topicsInDatabase(id)).toEqual([]);
  });

  it('get every topic that ten requests add', async () => {
    const { id } = await create();
    const topics = ['project.*', 'client.*', 'role.*', 'person.*', '*'];
    const outcomes = await outcomesOf(10, (index) =>
      subscriptions.subscribe(organizationId, id, [topics[index % 5] ?? '', 'pipeline.*']),
    );
    expect(outcomes).toEqual({ ok: 10 });
    expect((await subscriptions.get(organizationId, id)).topics).toEqual([...topics, 'pipeline.*'].sort());
  });

  it('get a delivery once more when two ask for it at once: webhook_delivery.not_over', async () => {
    const { id } = await create();
    const delivery = await insertDelivery(application, organizationId, id, { state: 'exhausted' });
    const redeliver = () => deliveries.redeliver(organizationId, id, delivery);
    const race = await raceBehind(application, redeliver, redeliver);
    expect(race).toEqual({ waited: true, outcome: 'webhook_delivery.not_over' });
  });

  it('are not sent anything once more while they are being disabled: webhook_subscriber.disabled', async () => {
    const { id } = await create();
    const delivery = await insertDelivery(application, organizationId, id, { state: 'exhausted' });
    const race = await raceBehind(
      application,
      () => subscribers.update(organizationId, id, { status: 'disabled' }),
      () => deliveries.redeliver(organizationId, id, delivery),
    );
    expect(race).toEqual({ waited: true, outcome: 'webhook_subscriber.disabled' });
  });
});
