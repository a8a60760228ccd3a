import { Injectable } from '@nestjs/common';
import { identifierKey } from '../../../platform/crm-identifiers/index.js';
import { Database } from '../../../platform/database/index.js';

export interface Identifier {
  readonly system: string;
  readonly identifier: string;
}

// One probe of the index for each, whatever the planner knows of the table.
const owners = `
  SELECT wanted.system, wanted.identifier, found.actual_time_id
  FROM unnest($2::text[], $3::text[]) AS wanted (system, identifier)
  CROSS JOIN LATERAL (
    SELECT i.actual_time_id FROM actual_time_crm_identifiers i
    WHERE i.organization_id = $1 AND i.system = wanted.system AND i.identifier = wanted.identifier LIMIT 1) found`;

@Injectable()
export class ActualTimeIdentifierRepository {
  constructor(private readonly database: Database) {}

  /** The ids of the records that have the identifiers, by `identifierKey`. */
  async owners(organizationId: string, identifiers: readonly Identifier[]): Promise<Map<string, string>> {
    if (identifiers.length === 0) return new Map();
    const found = await this.database.rows<Identifier & { actual_time_id: string }>(owners, [
      organizationId,
      identifiers.map(({ system }) => system),
      identifiers.map(({ identifier }) => identifier),
    ]);
    return new Map(found.map((row) => [identifierKey(row), row.actual_time_id]));
  }
}
