import type { DataSource } from 'typeorm';

const numbered = new Set([
  'name',
  'name_key',
  'email_address',
  'email_key',
  'search_key',
  'token_hash',
  'secret_hash',
  'identifier',
]);
const unique = new Set(['is_unassigned', 'is_default']);

interface Column {
  table_name: string;
  column_name: string;
  data_type: string;
}

/**
 * Copies one organization with everything it has, by SQL: `copies` times within itself and within each of
 * `organizations` new ones. Every reference points to the copy of what it pointed to.
 */
export async function multiply(
  database: DataSource,
  organizationId: string,
  organizations: number,
  copies: number,
): Promise<void> {
  const columns = await database.query<Column[]>(
    `SELECT table_name, column_name, data_type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name NOT LIKE 'change%' AND is_generated = 'NEVER'
     ORDER BY table_name, ordinal_position`,
  );
  // The rest is of no organization.
  const tables = new Set(columns.filter(isOfOrganization).map(({ table_name }) => table_name));
  await database.transaction(async (manager) => {
    // Tables are filled in any order; what they refer to is there at the end.
    await manager.query('SET LOCAL session_replication_role = replica');
    for (const table of tables) {
      const list = columns.filter(({ table_name }) => table_name === table);
      const isOrganization = table === 'organizations';
      const names = list.map(({ column_name }) => column_name).join(', ');
      const values = list.map((column) => valueOf(column, isOrganization)).join(', ');
      await manager.query(
        `INSERT INTO ${table} (${names})
         SELECT ${values} FROM (SELECT * FROM ${table} WHERE ${isOrganization ? 'id' : 'organization_id'} = $1) source,
           generate_series(${isOrganization ? 1 : 0}, $2) AS n, generate_series(1, $3) AS k`,
        [organizationId, organizations, isOrganization ? 1 : copies],
      );
    }
  });
  await database.query('ANALYZE');
}

const isOfOrganization = ({ table_name, column_name }: Column): boolean =>
  column_name === 'organization_id' || table_name === 'organizations';

function valueOf({ column_name: name, data_type: type }: Column, isOrganization: boolean): string {
  if (name === 'organization_id' || (isOrganization && name === 'id')) {
    return `CASE n WHEN 0 THEN ${name} ELSE md5(${name}::text || n)::uuid END`;
  }
  if (name === 'number' && type === 'bigint') return `nextval('outbox_event_numbers')`;
  if (type === 'uuid') return `md5(${name}::text || n || '-' || k)::uuid`;
  if (numbered.has(name)) return `n || '-' || k || '-' || ${name}`;
  return unique.has(name) ? 'false' : name;
}
