import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { AppModule } from '../../../src/app.module.js';
import { connectionOptions } from '../../../src/platform/database/connection.js';
import { declaredConstraints } from '../../../src/platform/database/constraint-errors.js';
import { revertMigrations, runMigrations } from '../../../src/platform/database/migrations/migrations.js';
import { withSchemaLock } from '../../../src/platform/database/migrations/schema-lock.js';
import { newId } from '../../../src/platform/values/index.js';
import { shareTestModule } from '../../support/application/shared-application.js';
import { createTestDatabase } from '../../../src/testing/test-database.js';

interface Named {
  name: string;
}

/** Every column, constraint, index, trigger and function of the database, by definition. */
async function schemaOf(url: string): Promise<string[]> {
  const source = await new DataSource(connectionOptions(url, 2)).initialize();
  const rows = await source.query<{ line: string }[]>(`
    SELECT format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) AS line
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT format('extension %s', extname) FROM pg_extension
    UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT format('function %s %s', f.oid::regprocedure, f.prosrc) FROM pg_proc f
      WHERE f.pronamespace = 'public'::regnamespace AND NOT EXISTS (
        SELECT 1 FROM pg_depend d WHERE d.objid = f.oid AND d.deptype = 'e')
    ORDER BY line`);
  await source.destroy();
  return rows.map(({ line }) => line);
}

describe('the migrations', () => {
  it('go up, down and up again, and leave nothing behind and no difference', async () => {
    const { url, drop } = await createTestDatabase();
    const before = await schemaOf(url);
    await revertMigrations(url);
    const empty = await schemaOf(url);
    expect(empty.filter((line) => !line.includes('schema_migrations'))).toEqual(['extension plpgsql']);
    await runMigrations(url);
    expect(await schemaOf(url)).toEqual(before);
    await drop();
  });

  it('can be started by several processes at once', async () => {
    const { url, drop } = await createTestDatabase(false);
    await Promise.all([runMigrations(url), runMigrations(url), runMigrations(url)]);
    expect((await schemaOf(url)).length).toBeGreaterThan(50);
    await drop();
  });
});

describe('the migration that identifies records', () => {
  const organization = '(SELECT id FROM organizations)';
  const identifier = (client: string, position: number, system: string, url = 'NULL'): string => `
    INSERT INTO client_crm_identifiers (organization_id, client_id, position, system, identifier, url)
    VALUES (${organization}, '${client}', ${position}, '${system}', '42', ${url})`;
  const [first, second] = [newId(), newId()];

  /** Two clients, the first with two identifiers, as they were before. */
  async function before(work: (url: string, source: DataSource) => Promise<void>): Promise<void> {
    const { url, drop } = await createTestDatabase();
    await withSchemaLock(url, (schema) =>
      schema.revertTo(schema.known.filter((name) => Number(name.slice(-13)) < 1795000021000)),
    );
    const source = await new DataSource(connectionOptions(url, 2)).initialize();
    await source.query(`INSERT INTO organizations (id, name, name_key) VALUES ('${newId()}', 'A', 'a')`);
    for (const id of [first, second])
      await source.query(`INSERT INTO clients (organization_id, id, name, name_key, modified_at)
        VALUES (${organization}, '${id}', '${id}', '${id}', '2026-01-01')`);
    await source.query(identifier(first, 1, 'erp'));
    await source.query(identifier(first, 2, 'hub:eu', "'https://x.example.com'"));
    await work(url, source);
    await source.destroy();
    await drop();
  }

  it('moves lists into records, with hyphens for colons, and back', async () => {
    await before(async (url, source) => {
      await runMigrations(url);
      const [changed, same] = await source.query<Record<string, unknown>[]>(
        "SELECT crm_identifiers, modified_at > '2026-01-02' AS is_new FROM clients ORDER BY id",
      );
      expect(changed).toEqual({
        crm_identifiers: [
          { system: 'erp', identifier: '42', url: null },
          { system: 'hub-eu', identifier: '42', url: 'https://x.example.com' },
        ],
        is_new: true,
      });
      expect(same).toEqual({ crm_identifiers: null, is_new: false });
      const kept = 'SELECT client_id, system FROM client_crm_identifiers ORDER BY system';
      expect(await source.query(kept)).toEqual([
        { client_id: first, system: 'erp' },
        { client_id: first, system: 'hub-eu' },
      ]);
      await source.query(`UPDATE clients SET crm_identifiers = NULL WHERE id = '${first}'`);
      expect(await source.query(kept)).toEqual([]);
      await source.query(`UPDATE clients SET crm_identifiers = '[{"system":"a","identifier":"b"}]'`).then(
        () => expect('stored twice').toBe(''),
        (error: unknown) => expect(String(error)).toContain('client_crm_identifiers_key'),
      );
    });
  });

  it('stops where two would become one, and names both', async () => {
    await before(async (url, source) => {
      await source.query(identifier(second, 1, 'hub-eu'));
      await expect(runMigrations(url)).rejects.toThrow(
        new RegExp(
          `"42" of the system "hub-eu" \\(of ${second}\\) and that of the system "hub:eu" \\(of ${first}\\)`,
        ),
      );
    });
  });
});

describe('the schema', () => {
  it('has each column that an entity names, of its type, and no other', async () => {
    const application = await shareTestModule();
    // The tests of idioms, which may have run in this process, have entities of their own.
    const own = application.database.entityMetadatas.filter(({ tableName }) => !/^idiom_/.test(tableName));
    for (const { tableName, columns, target } of own) {
      const present = await application.database.query<Named[]>(
        'SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 ORDER BY 1',
        [tableName],
      );
      const named = columns.map(({ databaseName }) => databaseName).sort();
      expect([tableName, named]).toEqual([tableName, present.map(({ name }) => name).sort()]);
      // Also an empty table proves the types: TypeORM names every column in the statement.
      await application.database.getRepository(target).find({ take: 1 });
    }
    await application.close();
  });

  it('has a declared refusal for each unique index and foreign key that a client can run into', async () => {
    expect(AppModule).toBeDefined();
    const { url, drop } = await createTestDatabase();
    const source = await new DataSource(connectionOptions(url, 2)).initialize();
    const constraints = await source.query<Named[]>(`
      SELECT conname AS name FROM pg_constraint WHERE contype = 'u' AND connamespace = 'public'::regnamespace
      UNION SELECT indexname FROM pg_indexes i WHERE schemaname = 'public' AND indexdef LIKE 'CREATE UNIQUE%'
        AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conname = i.indexname)
      UNION SELECT conname FROM pg_constraint WHERE contype = 'f' AND confrelid::regclass::text = 'tags'`);
    await source.destroy();
    await drop();
    // These are written with ON CONFLICT, with random values, or under a lock that excludes the conflict.
    const unreachable = new Set([
      'access_tokens_token_hash_key',
      'replaced_access_tokens_token_hash_key',
      'session_tokens_token_hash_key',
      'sessions_secret_hash_key',
      'sign_in_links_secret_hash_key',
      'departments_unassigned_key',
      'roles_unassigned_key',
      'rate_cards_default_key',
      'project_offerings_project_key',
      'project_offering_roles_offering_key',
      'webhook_deliveries_message_key',
      'outbox_events_number',
    ]);
    const undeclared = constraints
      .map(({ name }) => name)
      .filter((name) => !unreachable.has(name) && !declaredConstraints().includes(name));
    expect(undeclared).toEqual([]);
  });
});
