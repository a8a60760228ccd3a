import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { Tag } from '../../../src/contexts/organization/tags/tag.entity.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { until } from '../../../src/testing/until.js';
import { createWorld } from '../../support/application/world.js';

interface Version {
  readonly modified_at: string;
  /** Of the moment that is asked about, in milliseconds since 1970. */
  readonly at: number;
}

/** What a change of does not move the version, because nobody but the program wrote it. */
const ownNotes: Readonly<Record<string, readonly string[]>> = {
  access_tokens: ['last_used_at'],
  project_offering_roles: ['plan_modified_at', 'sold_cost_amount', 'sold_hours'],
  project_offerings: ['sold_cost_amount', 'sold_hours', 'sold_revenue_amount'],
  webhook_deliveries: ['last_attempt_number', 'lease_owner', 'lease_token', 'lease_until'],
  webhook_subscribers: [
    'failing_since',
    'failures_in_row',
    'held_up_until',
    'previous_secret',
    'previous_secret_expires_at',
    'receiving_host',
    'secret',
    'status_change',
  ],
};

/** What never changes. */
const fixed = ['organization_id', 'id', 'created_at', 'webhook_message_id', 'webhook_subscriber_id', 'topic'];

describe('the version of a record, which is its modified_date', () => {
  let application: TestApplication;
  let tables: string[];

  beforeAll(async () => {
    application = await createTestApplication();
    await createWorld(application, 'World');
    const found = await application.database.query<{ name: string }[]>(
      `SELECT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = 'modified_at' ORDER BY 1`,
    );
    tables = found.map(({ name }) => name);
  });
  afterAll(() => application.close());

  const rowOf = async (table: string): Promise<string> => {
    const [row] = await application.database.query<{ id: string }[]>(
      `SELECT id FROM ${table} ORDER BY id LIMIT 1`,
    );
    return row?.id ?? `${table} has no row`;
  };
  const version = async (runner: QueryRunner, table: string, id: string): Promise<Version> => {
    const found = (await runner.query(
      `SELECT modified_at, (extract(epoch FROM modified_at) * 1000)::float8 AS at FROM ${table} WHERE id = $1`,
      [id],
    )) as [Version];
    return found[0];
  };
  const change = (runner: QueryRunner, table: string, id: string, set = 'modified_at = DEFAULT') =>
    runner.query(`UPDATE ${table} SET ${set} WHERE id = $1`, [id]);

  const isWaiting = async () => {
    const waiting = await application.database.query<object[]>(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`,
    );
    return waiting.length > 0;
  };

  /** Two transactions of which the one that began first commits last. */
  const overlapping = async (work: (first: QueryRunner, second: QueryRunner) => Promise<void>) => {
    const [first, second] = [0, 1].map(() => application.database.createQueryRunner());
    if (!first || !second) return;
    await first.startTransaction();
    await first.query('SELECT 1');
    await second.startTransaction();
    await work(first, second);
    for (const runner of [first, second]) {
      if (runner.isTransactionActive) await runner.rollbackTransaction();
      await runner.release();
    }
  };

  it('is moved in every table that has one, by every column but those of the program alone', async () => {
    const still: Record<string, string[]> = {};
    for (const table of tables) {
      const columns = await application.database.query<{ name: string }[]>(
        `SELECT attname AS name FROM pg_attribute a WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
           AND NOT EXISTS (
             SELECT 1 FROM pg_trigger t WHERE t.tgrelid = a.attrelid AND t.tgfoid = 'move_modified_at'::regproc
               AND tgenabled = 'O' AND (tgattr = '' OR attnum = ANY (tgattr::int2[])))
         ORDER BY 1`,
        [table],
      );
      const others = columns.map(({ name }) => name).filter((name) => !fixed.includes(name));
      if (others.length > 0) still[table] = others;
    }
    expect(tables.length).toBeGreaterThanOrEqual(20);
    expect(still).toEqual(ownNotes);
  });

  it('does not go back where the transaction that began first changes the record last', async () => {
    for (const table of tables) {
      const id = await rowOf(table);
      await overlapping(async (first, second) => {
        await change(second, table, id);
        const earlier = await version(second, table, id);
        await second.commitTransaction();
        await change(first, table, id);
        const later = await version(first, table, id);
        expect([table, later.at >= earlier.at + 1]).toEqual([table, true]);
      });
    }
  });

  it('is taken by who waits for the row when the other has committed', async () => {
    for (const table of tables) {
      const id = await rowOf(table);
      await overlapping(async (first, second) => {
        await change(first, table, id);
        const waiting = change(second, table, id);
        await until(`a change of ${table} waits`, isWaiting);
        await change(first, table, id);
        const earlier = await version(first, table, id);
        await first.commitTransaction();
        await waiting;
        expect([table, (await version(second, table, id)).at >= earlier.at + 1]).toEqual([table, true]);
        await second.commitTransaction();
      });
    }
  });

  it('moves by at least a millisecond with each change, also of one transaction', async () => {
    for (const table of tables) {
      const id = await rowOf(table);
      const runner = application.database.createQueryRunner();
      await runner.startTransaction();
      const moments = [(await version(runner, table, id)).at];
      for (let count = 0; count < 20; count += 1) {
        await change(runner, table, id);
        moments.push((await version(runner, table, id)).at);
      }
      await runner.rollbackTransaction();
      await runner.release();
      const steps = moments.slice(1).map((at, index) => at - (moments[index] ?? 0));
      expect([table, Math.min(...steps) >= 1]).toEqual([table, true]);
    }
  });

  it('stays where only what the program notes for itself changes', async () => {
    const runner = application.database.createQueryRunner();
    for (const [table, columns] of Object.entries(ownNotes)) {
      const id = await rowOf(table);
      const before = await version(runner, table, id);
      await change(runner, table, id, columns.map((column) => `${column} = ${column}`).join(', '));
      expect([table, await version(runner, table, id)]).toEqual([table, before]);
    }
    await runner.release();
  });

  it('stays with a subscriber whose attempt failed, and moves where that disables it', async () => {
    const runner = application.database.createQueryRunner();
    const id = await rowOf('webhook_subscribers');
    const failed = (status: string) =>
      `failures_in_row = failures_in_row + 1, status = ${status}, disabled_reason = disabled_reason, disabled_at = now()`;
    const before = await version(runner, 'webhook_subscribers', id);
    await change(runner, 'webhook_subscribers', id, failed('status'));
    expect(await version(runner, 'webhook_subscribers', id)).toEqual(before);
    await change(runner, 'webhook_subscribers', id, failed("'disabled'"));
    expect((await version(runner, 'webhook_subscribers', id)).at).toBeGreaterThan(before.at);
    await runner.release();
  });

  it('is known to an entity that TypeORM has saved', async () => {
    const tags = application.database.getRepository(Tag);
    const tag = await tags.findOneByOrFail({ id: await rowOf('tags') });
    const { modifiedAt: before } = tag;
    const { modifiedAt: saved } = await tags.save(
      Object.assign(tag, { name: 'Renamed', nameKey: 'renamed' }),
    );
    expect(new Date(saved).getTime()).toBeGreaterThan(new Date(before).getTime());
    expect((await tags.findOneByOrFail({ id: tag.id })).modifiedAt).toEqual(saved);
  });

  it('is at first the moment of creation, and never before it', async () => {
    for (const table of tables) {
      const early = await application.database.query<object[]>(
        `SELECT id FROM ${table} WHERE modified_at < created_at`,
      );
      expect([table, early]).toEqual([table, []]);
    }
  });
});
