import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SealedSecretRepository } from '../../../src/contexts/integrations/signing/sealed-secret.repository.js';
import { SecretResealingJob } from '../../../src/contexts/integrations/signing/secret-resealing.job.js';
import { createTestDatabase, type TestDatabase } from '../../../src/testing/test-database.js';
import { until } from '../../../src/testing/until.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { ApiClient } from '../../support/requests/api-client.js';

const oldKey = Buffer.alloc(32, 1).toString('base64');
const newKey = Buffer.alloc(32, 2).toString('base64');

describe('a repeat of a request whose answer shows a secret', () => {
  let own: TestDatabase;
  const applications: TestApplication[] = [];

  const start = async (key: string, second = ''): Promise<TestApplication> => {
    const settings = { WEBHOOK_SECRET_KEY: key, WEBHOOK_SECRET_KEY_SECOND: second };
    const application = await createTestApplication({ databaseUrl: own.url, settings });
    applications.push(application);
    return application;
  };

  beforeAll(async () => {
    own = await createTestDatabase();
  });
  afterAll(async () => {
    await Promise.all(applications.map((application) => application.close()));
    await own.drop();
  });

  it('has the same answer while the key of the secrets is replaced, and when the old one is gone', async () => {
    const { token, url } = await start(oldKey);
    const requests: [string, object][] = [
      ['/v1/access-tokens', { name: 'Kept', scopes: ['read'] }],
      ['/v1/webhook-subscribers', { name: 'Kept', url: 'https://192.0.2.1/' }],
    ];
    const send = (at: string) =>
      Promise.all(
        requests.map(async ([path, body]) => {
          const client = new ApiClient(at, token);
          const answer = await client.send('POST', path, body, { 'Idempotency-Key': 'rotated' });
          return [answer.status, answer.body];
        }),
      );
    const first = await send(url);
    expect(first).toEqual([
      [201, expect.objectContaining({ token: expect.any(String) as unknown })],
      [201, expect.objectContaining({ secret: expect.any(String) as unknown })],
    ]);
    const both = await start(newKey, oldKey);
    expect(await send(both.url)).toEqual(first);
    await until('nothing needs the old key', async () => {
      await both.get(SecretResealingJob).run();
      return (await both.get(SealedSecretRepository).allFingerprints()).length === 1;
    });
    const after = await start(newKey);
    expect(await send(after.url)).toEqual(first);
    expect(await both.get(SecretResealingJob).run()).toBe(0);
  });
});
