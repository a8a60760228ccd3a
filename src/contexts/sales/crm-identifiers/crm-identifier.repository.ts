import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';
import type { CrmIdentifier } from './crm-identifier.js';

/** Where the CRM identifiers of one kind of record are kept: a table, and its column with the record's id. */
export interface CrmIdentifierTable {
  readonly table: string;
  readonly owner: string;
}

/**
 * The select column `crm_identifiers` for the record with this alias. One look into an index per row: a join of all
 * lists of a page costs the same at best, and far more where PostgreSQL expects a shorter page.
 */
export const crmIdentifiersOf = (alias: string, { table, owner }: CrmIdentifierTable): string => `coalesce((
    SELECT json_agg(
      json_build_object('system', i.system, 'identifier', i.identifier, 'url', i.url) ORDER BY i.position)
    FROM ${table} i WHERE i.organization_id = ${alias}.organization_id AND i.${owner} = ${alias}.id), '[]')
  AS crm_identifiers`;

/** SQL, since the lists of several tables are written whole and have no entity. */
@Injectable()
export class CrmIdentifierRepository {
  constructor(private readonly database: Database) {}

  insert(
    place: CrmIdentifierTable,
    organizationId: string,
    ownerId: string,
    identifiers: readonly CrmIdentifier[],
  ): Promise<void> {
    return this.insertLists(place, organizationId, [{ ownerId, identifiers }]);
  }

  async insertLists(
    { table, owner }: CrmIdentifierTable,
    organizationId: string,
    lists: readonly { readonly ownerId: string; readonly identifiers: readonly CrmIdentifier[] }[],
  ): Promise<void> {
    const rows = lists.flatMap(({ ownerId, identifiers }) =>
      identifiers.map((identifier, index) => ({ ownerId, place: index + 1, ...identifier })),
    );
    if (rows.length === 0) return;
    // In one order always, so that two writers of the same identifiers wait for each other instead of locking up.
    await this.database.rows(
      `INSERT INTO ${table} (organization_id, ${owner}, position, system, identifier, url)
       SELECT $1, listed.* FROM unnest($2::uuid[], $3::int[], $4::text[], $5::text[], $6::text[])
         AS listed (owner, place, system, identifier, url)
       ORDER BY listed.system, listed.identifier`,
      [
        organizationId,
        rows.map(({ ownerId }) => ownerId),
        rows.map((row) => row.place),
        rows.map(({ system }) => system),
        rows.map(({ identifier }) => identifier),
        rows.map(({ url }) => url),
      ],
    );
  }

  /** Appends the list of one record to that of another. The caller has locked both. */
  async move(
    { table, owner }: CrmIdentifierTable,
    organizationId: string,
    fromId: string,
    toId: string,
  ): Promise<void> {
    await this.database.rows(
      `UPDATE ${table} SET ${owner} = $3, position = position +
         (SELECT coalesce(max(last.position), 0) FROM ${table} last
          WHERE last.organization_id = $1 AND last.${owner} = $3)
       WHERE organization_id = $1 AND ${owner} = $2`,
      [organizationId, fromId, toId],
    );
  }

  /** Replaces the list of a record, which the caller has locked. */
  async replace(
    place: CrmIdentifierTable,
    organizationId: string,
    ownerId: string,
    identifiers: readonly CrmIdentifier[],
  ): Promise<void> {
    await this.database.rows(
      `DELETE FROM ${place.table} WHERE organization_id = $1 AND ${place.owner} = $2`,
      [organizationId, ownerId],
    );
    await this.insert(place, organizationId, ownerId, identifiers);
  }
}
