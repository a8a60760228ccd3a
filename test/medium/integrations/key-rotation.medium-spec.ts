import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SealedSecretRepository } from '../../../src/contexts/integrations/signing/sealed-secret.repository.js';
import { SecretResealingJob } from '../../../src/contexts/integrations/signing/secret-resealing.job.js';
import { SecretVault } from '../../../src/contexts/integrations/signing/secret-vault.js';
import { WebhookSecretService } from '../../../src/contexts/integrations/webhook-subscribers/webhook-secret.service.js';
import { WebhookSubscriberService } from '../../../src/contexts/integrations/webhook-subscribers/webhook-subscriber.service.js';
import { readProgramSettings } from '../../../src/contexts.js';
import { newSecret } from '../../../src/contexts/integrations/signing/webhook-signature.js';
import { createTestModule, type TestModule } from '../../support/application/test-application.js';
import { createTestDatabase, type TestDatabase } from '../../../src/testing/test-database.js';
import { until } from '../../../src/testing/until.js';

const oldKey = Buffer.alloc(32, 1).toString('base64');
const newKey = Buffer.alloc(32, 2).toString('base64');

describe('replacing the key of the secrets', () => {
  let own: TestDatabase;
  let applications: TestModule[];
  let count = 0;

  const start = async (key: string, second = ''): Promise<TestModule> => {
    const settings = {
      WEBHOOK_SECRET_KEY: key,
      WEBHOOK_SECRET_KEY_SECOND: second,
      WEBHOOK_MAX_SUBSCRIBERS: '1000',
      // Four applications share the server with other tests, and many more work at once than there are connections.
      DATABASE_POOL_SIZE: '5',
      DATABASE_POOL_WAIT_MS: '60000',
    };
    const application = await createTestModule({ databaseUrl: own.url, settings });
    applications.push(application);
    return application;
  };
  /** Secrets by subscriber, the present one first, as a process that knows this key only reads them. */
  const secretsWith = async (key: string, { database }: TestModule): Promise<Map<string, string[]>> => {
    const vault = new SecretVault(readProgramSettings({ WEBHOOK_SECRET_KEY: key }));
    const rows = await database.query<{ id: string; sealed: string[] }[]>(
      `SELECT id, array_remove(ARRAY[secret, previous_secret], NULL) AS sealed FROM webhook_subscribers
       WHERE status <> 'deleted'`,
    );
    return new Map(rows.map(({ id, sealed }) => [id, sealed.map((one) => vault.open(one))]));
  };
  const subscribe = ({ organizationId, get }: TestModule) =>
    get(WebhookSubscriberService).create(organizationId, {
      name: `CRM ${(count += 1)}`,
      url: 'https://192.0.2.1/',
    });
  const rotate = ({ organizationId, get }: TestModule, id: string) =>
    get(WebhookSecretService).rotate(organizationId, id, newSecret());

  // A run passes over what the run of a start is about to change.
  const resealedBy = ({ get }: TestModule) =>
    until('every secret needs one key', async () => {
      await get(SecretResealingJob).run();
      return (await get(SealedSecretRepository).fingerprints()).length === 1;
    });

  beforeAll(async () => {
    own = await createTestDatabase();
    applications = [];
  });
  afterAll(async () => {
    await Promise.all(applications.map((application) => application.close()));
    await own.drop();
  });

  it('loses no secret while processes with one key, with both, and with both the other way round work at once', async () => {
    const before = await start(oldKey);
    const made: Awaited<ReturnType<typeof subscribe>>[] = [];
    while (made.length < 250)
      made.push(...(await Promise.all(Array.from({ length: 25 }, () => subscribe(before)))));
    const [removed, ...kept] = made;
    await before.get(WebhookSubscriberService).remove(before.organizationId, removed?.id ?? '');

    await expect(start(newKey)).rejects.toThrow('another key');

    // First everybody learns to read the new key, then it becomes the one that encrypts.
    const reader = await start(oldKey, newKey);
    const writer = await start(newKey, oldKey);
    const jobs = [reader, writer].map(({ get }) => get(SecretResealingJob));
    const rotations = kept.slice(0, 60).map(({ id }, index) => rotate(index % 2 === 0 ? reader : writer, id));
    const added = Array.from({ length: 20 }, (_, index) => subscribe(index % 2 === 0 ? reader : writer));
    await Promise.all([...rotations, ...added, ...jobs.map((job) => job.run())]);
    await resealedBy(writer);
    // Whatever the writer's own runs have reached, one is of the old key still.
    const [last] = kept.slice(-1);
    const late = await rotate(reader, last?.id ?? '');
    await expect(start(newKey)).rejects.toThrow('another key');
    await reader.close();
    await before.close();

    await resealedBy(writer);
    const secrets = await secretsWith(newKey, writer);
    expect(secrets.size).toBe(269);
    const expected = [...kept.slice(60, -1), late, ...(await Promise.all([...rotations, ...added]))];
    for (const { id, secret } of expected) expect(secrets.get(id)?.[0]).toBe(secret);
    for (const { id, secret } of [...kept.slice(0, 60), ...kept.slice(-1)])
      expect(secrets.get(id)?.[1]).toBe(secret);

    const after = await start(newKey);
    expect(await after.get(SecretResealingJob).run()).toBe(0);
    expect((await rotate(after, kept[0]?.id ?? '')).secret).toMatch(/^whsec_/);
  });

  it('encrypts the secrets anew when it starts with both keys, and changes nothing else', async () => {
    const first = await start(newKey);
    const subscriber = await subscribe(first);
    const shown = () => first.get(WebhookSubscriberService).get(first.organizationId, subscriber.id);
    const before = await shown();
    const thirdKey = Buffer.alloc(32, 3).toString('base64');
    const second = await start(thirdKey, newKey);
    await resealedBy(second);
    expect((await secretsWith(thirdKey, second)).get(subscriber.id)).toEqual([subscriber.secret]);
    expect(await shown()).toEqual(before);
    await rotate({ ...second, organizationId: first.organizationId }, subscriber.id);
    expect((await shown()).modified_date > before.modified_date).toBe(true);
  });
});
