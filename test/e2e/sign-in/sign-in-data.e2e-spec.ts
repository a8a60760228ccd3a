import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SignInRetention } from '../../../src/contexts/organization/sign-in/sign-in-retention.js';
import { ORGANIZATION } from '../../../src/testing/opened-application.js';
import { createTestDatabase } from '../../../src/testing/test-database.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { CopyStage, rowsOf } from '../../support/databases/copy-stage.js';
import { makeAccount } from '../../support/requests/test-browser.js';

const tables = ['sessions', 'session_tokens', 'sign_in_links', 'sign_in_failures', 'open_id_sign_ins'];

describe('what people sign in with', () => {
  let application: TestApplication;

  beforeAll(async () => {
    application = await createTestApplication();
    const browser = await makeAccount(application, { organization: ORGANIZATION, email: 'ada@example.com' });
    await browser.token();
    await browser.signIn({ organization: ORGANIZATION, email: 'ada@example.com' }, 'not this one');
    const made = await application.api.create('/v1/users', { email_address: 'bo@example.com' });
    await application.api.post(`/v1/users/${String(made.id)}/sign-in-link`);
    await application.database.query(
      `INSERT INTO open_id_sign_ins (state_hash, nonce, code_verifier, return_to, session_organization_id, session_id,
         is_reauthentication, expires_at)
       SELECT 'hash', 'nonce', 'verifier', '/app', organization_id, id, false, now() + interval '10 minutes' FROM sessions`,
    );
  });
  afterAll(() => application.close());

  const countsIn = async (url: string): Promise<number[]> => {
    const counts: number[] = [];
    for (const table of [...tables, 'user_passwords']) {
      const [row] = await rowsOf(url, `SELECT count(*)::int AS count FROM ${table}`);
      counts.push((row as { count: number }).count);
    }
    return counts;
  };

  it('is in no backup, but for the hashes of passwords', async () => {
    const stage = await CopyStage.open();
    const target = await createTestDatabase();
    expect(await countsIn(application.databaseUrl)).toEqual([1, 1, 1, 3, 1, 1]);
    await stage.restore(target.url, await stage.backUp(application.databaseUrl, 'signed-in.backup'));
    expect(await countsIn(target.url)).toEqual([0, 0, 0, 0, 0, 1]);
    await target.drop();
    await stage.remove();
  });

  it('is removed when it can sign nobody in any more, and not before', async () => {
    const retention = application.get(SignInRetention);
    await retention.removeOld();
    expect(await countsIn(application.databaseUrl)).toEqual([1, 1, 1, 3, 1, 1]);
    await application.database.query(`
      UPDATE sessions SET last_used_at = now() - interval '8 days'; UPDATE session_tokens SET expires_at = now();
      UPDATE sign_in_links SET expires_at = now(); UPDATE sign_in_failures SET ends_at = now(); UPDATE open_id_sign_ins SET expires_at = now()`);
    expect(await retention.removeOld()).toBe(false);
    expect(await countsIn(application.databaseUrl)).toEqual([0, 0, 0, 0, 0, 1]);
  });
});
