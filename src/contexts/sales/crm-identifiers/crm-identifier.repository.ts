import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';
import type { CrmIdentifierValue } from './crm-identifier.dto.js';

/** Where the CRM identifiers of one kind of record are kept: a table, and its column with the record's id. */
export interface CrmIdentifierTable {
  readonly table: string;
  readonly owner: string;
}

/** The select column to go with `crmIdentifiersJoin`. */
export const crmIdentifiersColumn = `coalesce(crm.identifiers, '[]') AS crm_identifiers`;

/** Joins the lists of all records in `cut` (see Database.page) to the record with this alias, in one aggregate. */
export const crmIdentifiersJoin = ({ table, owner }: CrmIdentifierTable, alias: string): string => `
  LEFT JOIN (
    SELECT i.${owner} AS owner_id, json_agg(
      json_build_object('system', i.system, 'identifier', i.identifier, 'url', i.url) ORDER BY i.position) AS identifiers
    FROM cut JOIN ${table} i ON i.organization_id = cut.organization_id AND i.${owner} = cut.id
    GROUP BY i.${owner}) crm ON crm.owner_id = ${alias}.id`;

@Injectable()
export class CrmIdentifierRepository {
  constructor(private readonly database: Database) {}

  /** Writes the list of a new record. Call it in a unit of work. */
  async insert(
    { table, owner }: CrmIdentifierTable,
    organizationId: string,
    ownerId: string,
    identifiers: readonly CrmIdentifierValue[],
  ): Promise<void> {
    if (identifiers.length === 0) return;
    // In one order always, so that two writers of the same identifiers wait for each other instead of locking up.
    await this.database.rows(
      `INSERT INTO ${table} (organization_id, ${owner}, position, system, identifier, url)
       SELECT $1, $2, listed.place, listed.system, listed.identifier, listed.url
       FROM unnest($3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS listed (system, identifier, url, place)
       ORDER BY listed.system, listed.identifier`,
      [
        organizationId,
        ownerId,
        identifiers.map(({ system }) => system),
        identifiers.map(({ identifier }) => identifier),
        identifiers.map(({ url }) => url),
      ],
    );
  }

  /** Replaces the list of a record, which the caller has locked. */
  async replace(
    place: CrmIdentifierTable,
    organizationId: string,
    ownerId: string,
    identifiers: readonly CrmIdentifierValue[],
  ): Promise<void> {
    await this.database.rows(
      `DELETE FROM ${place.table} WHERE organization_id = $1 AND ${place.owner} = $2`,
      [organizationId, ownerId],
    );
    await this.insert(place, organizationId, ownerId, identifiers);
  }
}
