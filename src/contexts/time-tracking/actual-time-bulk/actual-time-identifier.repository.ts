import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';

export interface Identifier {
  readonly system: string;
  readonly identifier: string;
}

export const identifierKey = ({ system, identifier }: Identifier): string => `${system}:${identifier}`;

const owners = `
  SELECT i.system, i.identifier, i.actual_time_id
  FROM unnest($2::text[], $3::text[]) AS wanted (system, identifier)
  JOIN actual_time_crm_identifiers i USING (system, identifier) WHERE i.organization_id = $1`;

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
