import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { SealedSecretRepository } from '../../../src/contexts/integrations/signing/sealed-secret.repository.js';
import { SecretKeyCheck } from '../../../src/contexts/integrations/signing/secret-key-check.js';
import { SecretVault } from '../../../src/contexts/integrations/signing/secret-vault.js';
import { readProgramSettings } from '../../../src/contexts.js';
import { connectionOptions } from '../../../src/platform/database/connection.js';
import { Database } from '../../../src/platform/database/index.js';
import { newId } from '../../../src/platform/values/index.js';
import { createTestDatabase, type TestDatabase } from '../../../src/testing/test-database.js';

describe('a start', () => {
  const keyOf = (filling: number) => Buffer.alloc(32, filling).toString('base64');
  const vaultOf = (filling: number, second?: number) =>
    new SecretVault(
      readProgramSettings({
        WEBHOOK_SECRET_KEY: keyOf(filling),
        WEBHOOK_SECRET_KEY_SECOND: second === undefined ? '' : keyOf(second),
      }),
    );
  const vault = vaultOf(1);
  let own: TestDatabase;
  let source: DataSource;
  let organizationId: string;

  const start = (with_: SecretVault) =>
    new SecretKeyCheck(with_, new SealedSecretRepository(new Database(source))).onModuleInit();
  const insert = (secret: string, previous: string | null = null, status = 'enabled') =>
    source.query(
      `INSERT INTO webhook_subscribers (organization_id, id, name, url, secret, previous_secret, status)
       VALUES ($1, $2, 'CRM', 'https://example.com', $3, $4, $5)`,
      [organizationId, newId(), secret, previous, status],
    );

  beforeAll(async () => {
    own = await createTestDatabase();
    source = await new DataSource(connectionOptions(own.url, 2)).initialize();
    organizationId = newId();
    await source.query(`INSERT INTO organizations (id, name, name_key) VALUES ($1, 'Own', 'own')`, [
      organizationId,
    ]);
  });
  afterAll(async () => {
    await source.destroy();
    await own.drop();
  });

  it('with any key goes on while there is no secret', async () => {
    await expect(start(vault)).resolves.toBeUndefined();
  });

  it('with the key of every secret goes on, with another one it stops and says what to do', async () => {
    await insert(vault.seal('whsec_a'), vault.seal('whsec_b'));
    await insert(vaultOf(3).seal('whsec_c'), null, 'deleted');
    await expect(start(vault)).resolves.toBeUndefined();
    await expect(start(vaultOf(2))).rejects.toThrow(
      /^The secrets of the webhooks were encrypted with another key: set WEBHOOK_SECRET_KEY to that key, or WEBHOOK_SECRET_KEY_SECOND while it is being replaced, or restore it in \S+webhook-secret.key\.$/,
    );
  });

  it('stops also when only the previous secret of a rotation has another key', async () => {
    await insert(vault.seal('whsec_a'), vaultOf(2).seal('whsec_b'));
    await expect(start(vault)).rejects.toThrow('another key');
  });

  it('goes on with two keys, in either order, and stops when a third one would be needed', async () => {
    await expect(start(vaultOf(1, 2))).resolves.toBeUndefined();
    await expect(start(vaultOf(2, 1))).resolves.toBeUndefined();
    await expect(start(vaultOf(1, 3))).rejects.toThrow('another key');
  });

  it('goes on with any key when the secrets of a lost one are wiped as docs/operation.md says', async () => {
    const [, wipe = ''] = /```sql\n(UPDATE .*)\n```/.exec(await readFile('docs/operation.md', 'utf8')) ?? [];
    await source.query(wipe);
    await expect(start(vaultOf(4))).resolves.toBeUndefined();
  });
});
