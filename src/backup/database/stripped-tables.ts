import type { ClientBase } from 'pg';
import { quoted, type TableShape } from '../document/format.js';

/** Drops foreign keys, plain indexes and triggers for a fast load. @returns statements that recreate them */
export async function strip(client: ClientBase, tables: readonly TableShape[]): Promise<string[]> {
  const names = tables.map(quoted);
  const { rows } = await client.query<{ takes: string; makes: string }>(
    `WITH ours AS (SELECT unnest($1::text[])::regclass AS id)
     SELECT takes, makes FROM (
       SELECT 1 AS part, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS takes,
         format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) AS makes
       FROM pg_constraint k JOIN ours ON conrelid = ours.id WHERE contype = 'f' AND conparentid = 0
       UNION ALL
       SELECT 2, format('DROP INDEX %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
       FROM pg_index i JOIN ours ON i.indrelid = ours.id JOIN pg_class c ON c.oid = i.indexrelid
       WHERE c.relkind = 'i' AND NOT EXISTS (
         SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
       UNION ALL
       SELECT 3, format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname),
         format('ALTER TABLE %s ENABLE TRIGGER %I', tgrelid::regclass, tgname)
       FROM pg_trigger JOIN ours ON tgrelid = ours.id
       WHERE NOT tgisinternal AND tgenabled = 'O' AND tgparentid = 0
     ) found ORDER BY part, takes`,
    [names],
  );
  for (const { takes } of rows) await client.query(takes);
  // Foreign keys last, because their checks use indexes.
  return rows.map(({ makes }) => makes).reverse();
}
