import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { connectionOptions } from '../../../src/platform/database/connection.js';
import { runMigrations } from '../../../src/platform/database/migrations/migrations.js';
import { withSchemaLock } from '../../../src/platform/database/migrations/schema-lock.js';
import { newId } from '../../../src/platform/values/index.js';
import { createTestDatabase } from '../../../src/testing/test-database.js';

const MIGRATION = 1795000026500;
const organizationId = newId();

/** Tokens of a user as they were, each with its scopes and an end that says which. */
const tokensOf: Readonly<Record<string, readonly (readonly [scopes: string, end: string])[]>> = {
  administrator: [
    ['{read}', 'NULL, NULL'],
    ['{write,admin}', "now() + interval '1 day', NULL"],
  ],
  several: [
    ['{sales:write,people:read}', 'NULL, NULL'],
    ['{people:read,backfill}', "now() + interval '1 day', NULL"],
  ],
  ended: [
    ['{admin}', "now() - interval '1 day', NULL"],
    ['{write}', 'NULL, now()'],
    ['{read}', 'NULL, NULL'],
  ],
  none: [],
};

describe('the migration that gives users their rights', () => {
  it('makes administrators of who has a usable admin token, and gives others what their usable tokens allow', async () => {
    const { url, drop } = await createTestDatabase();
    await withSchemaLock(url, (schema) =>
      schema.revertTo(schema.known.filter((name) => Number(name.slice(-13)) < MIGRATION)),
    );
    const source = await new DataSource(connectionOptions(url, 2)).initialize();
    await source.query(
      `INSERT INTO organizations (id, name, name_key) VALUES ('${organizationId}', 'A', 'a')`,
    );
    for (const [name, tokens] of Object.entries(tokensOf)) {
      const id = newId();
      await source.query(`INSERT INTO users (organization_id, id, email_address, email_key, modified_at)
        VALUES ('${organizationId}', '${id}', '${name}@example.com', '${name}@example.com', '2026-01-01')`);
      for (const [scopes, end] of tokens)
        await source.query(`INSERT INTO access_tokens
            (organization_id, id, user_id, name, token_hash, scopes, expires_at, revoked_at)
          VALUES ('${organizationId}', '${newId()}', '${id}', 'n', '${newId()}', '${scopes}', ${end})`);
    }
    await runMigrations(url);
    const users = await source.query<Record<string, unknown>[]>(`
      SELECT split_part(email_address, '@', 1) AS name, type, is_administrator, scopes, is_archived,
        modified_at = '2026-01-01' AS is_same_version FROM users ORDER BY id`);
    const person = { type: 'person', is_administrator: false, is_archived: false, is_same_version: true };
    expect(users).toEqual([
      { ...person, name: 'administrator', is_administrator: true, scopes: [] },
      { ...person, name: 'several', scopes: ['backfill', 'people:read', 'sales:write'] },
      { ...person, name: 'ended', scopes: ['read'] },
      { ...person, name: 'none', scopes: [] },
    ]);
    await source.destroy();
    await drop();
  });
});
